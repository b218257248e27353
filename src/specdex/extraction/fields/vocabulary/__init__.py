"""The words that shops print around a product's fields, in the languages of the web.

Lists are written as ``one; two; three``. Labels are compared squashed: lower case, without
blanks and punctuation.
"""
