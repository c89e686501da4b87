# The coach: hints at the table, and reviews of a match. Loaded with them.
web-hint-noted = from { $level }, noted in the result
web-hint-thinks = thinking…
web-hint-along = Look from { $first } to { $last }
web-hint-look = Look at { $what }
web-hint-lit = It is lit on the table
web-hint-nowhere = Compare all places
web-hint-nowhere-detail = No single line or card decides this
web-hint-compare = { $count ->
    [one] One choice stands out: { $actions }
    [2] Two choices stand out: { $actions }
    [3] Three choices stand out: { $actions }
   *[other] { $count } choices stand out: { $actions }
  }
web-hint-gain = { $gain ->
    [one] One of them brings a point at once
   *[other] One of them brings { $gain } points at once
  }
web-hint-best = Best: { $action }
web-hint-got-it = Got it
web-hint-which = What stands out
web-hint-why = Which, and why
web-coach-reasons = Reasons
