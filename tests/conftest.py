"""Options of the whole suite."""


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="write what is read now to the golden files"
    )
