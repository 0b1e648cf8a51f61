from okf_server.extract.letters import squeeze


def test_spacing_case_and_ligatures_make_no_difference() -> None:
    assert squeeze("Oﬃce  Hours:") == squeeze("office-hours") == "officehours"


def test_a_text_without_letters_keeps_its_signs() -> None:
    assert squeeze(" *** ") == "***"
