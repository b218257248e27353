"""The label-value rows of a page, whatever their mark-up."""
