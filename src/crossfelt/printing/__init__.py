"""Paper: what people print, set with typst into PDF.

May not compute a figure: it is handed results and lays them out. Templates lie beside the code as `.typ` files and get
their data as JSON, so no text from outside is ever read as markup. The same data gives the same bytes.
"""
