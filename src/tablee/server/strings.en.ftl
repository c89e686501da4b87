# What the server's own pages say: see pages.py.
page-home = To the games
page-not-found = There is nothing at this address.
page-unknown-host = This server does not answer at “{ $host }”.
page-allow-host = If it is yours, start it with --allow-host { $host }.
