"""What one file may take, in one place: a file that wants more fails with a reason that says so.

Time and memory are settings of the pool.
"""

LARGEST_FILE = 2 * 2**30
"""Bytes of a file that is given to a reader, and of a file that a reader writes for itself."""

LARGEST_TEXT = 32 * 2**20
"""Bytes of a file that is text."""

LONGEST_WORD = 100_000
"""Letters and digits in a row; a file that is mostly of longer ones is no text."""

LARGEST_IN_PROCESS = 2**18
"""Bytes of a text file that our own readers read in the process that builds; more goes to a child."""

LARGEST_ANSWER = 2**29
"""Bytes that a child may answer for a file."""

LARGEST_INFLATED = 2**30
"""Bytes that a package may inflate to."""

LARGEST_RATIO = 200
"""Times its size that a package of more than `DENSE_BELOW` bytes may inflate to."""

DENSE_BELOW = 64 * 2**20

MOST_MEMBERS = 20_000
"""Members of a package."""

MOST_ATTACHMENTS = 500
"""Attachments of a mail."""

LARGEST_ATTACHMENTS = 256 * 2**20
"""Bytes of the attachments of a mail."""

MOST_CELLS = 5_000_000
"""Cells of a workbook or of a file of rows."""

MOST_ROWS = 250_000
"""Rows of a file of rows: each is a place of its own, which takes more than its text."""

MOST_LETTERS = 2**26
"""Letters in the cells of a workbook."""

MOST_PAGES = 20_000
"""Pages of a PDF file."""

MOST_FRAMES = 1_000
"""Pages of a picture."""

MOST_PIXELS = 80_000_000
"""Pixels of one page of a picture: a file may say in a few bytes that it is larger than any memory."""

MOST_DRAWN = 25_000_000
"""Pixels of a page whose text is recognised, A3 at 300 dpi and some more; a larger one is made smaller."""

DEEPEST = 500
"""Elements, lists or objects inside each other."""

MOST_OPEN_FILES = 512
