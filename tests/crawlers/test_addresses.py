import pytest

from specdex.crawlers.addresses import is_public, literal_address


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.9", "169.254.169.254", "0.0.0.0"),
        *(
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "fe80::1",
            "fe80::1%eth0",
            "fc00::1",
        ),
        *("::ffff:127.0.0.1", "::", "not an address", "::127.0.0.1", "2002:7f00:1::", "fec0::1"),
        *("64:ff9b::10.0.0.1", "64:ff9b:1::7f00:1", "::ffff:0:127.0.0.1", "ff02::1", "198.18.0.1"),
        *("3fff::1", "192.88.99.1", "::ffff:192.88.99.1", "2002:c058:6301::", "5f00::1"),
    ],
)
def test_addresses_around_this_machine_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8"],
)
def test_addresses_of_the_internet_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:80/", "127.0.0.1"),
        ("http://127.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://0x7f.0.0.1/", "127.0.0.1"),
        ("http://0177.0.0.1/", "127.0.0.1"),
        ("http://[::1]/", "::1"),
        ("http://127.0.0.1./", "127.0.0.1"),
        ("http://shop.example/", ""),
        ("http://4.shop.example/", ""),
        ("http://1.2.3.4.5/", ""),
    ],
)
def test_an_address_in_place_of_a_name_is_seen_in_every_spelling(url, address):
    assert literal_address(url) == address
