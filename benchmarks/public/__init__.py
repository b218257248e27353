"""How well are shops read that none of the labelled sets knows?"""
