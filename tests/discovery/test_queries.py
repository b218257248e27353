from specdex.discovery import queries


def test_an_id_is_asked_for_in_quotes():
    assert [query.text for query in queries(["WF-1000XM5"])] == ['"WF-1000XM5"']


def test_a_short_id_is_joined_by_the_category():
    texts = [query.text for query in queries(["X100", "EOS-700D-BK"], "camera")]
    assert texts == ['"X100" camera', '"EOS-700D-BK"']


def test_words_join_every_id_where_they_are_asked_for():
    assert queries(["EOS-700D-BK"], "camera", words=True)[0].text == '"EOS-700D-BK" camera'


def test_spellings_of_one_id_are_one_query():
    found = queries(["EOS 700D", "eos-700d", " ", '"EOS" 700D'])
    assert [(query.product, query.text) for query in found] == [("EOS 700D", '"EOS 700D"')]
