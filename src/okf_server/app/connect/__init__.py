"""Connect AI clients: write what they need into a project, and take it out again."""
