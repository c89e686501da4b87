"""Reads a desk as a few dozen *rows*, and adds up their weights.

There is a row for each line, free cell, value and bonus tile, and some for rays, scrapyard and reserve. Standard library only.
The champion and training need these functions compiled: so they take lists or arrays, and `kernels/outlook.py` compiles them.
"""

from __future__ import annotations

from tablee.games.take_it_to_the_limit.players.ground import (
    ANY,
    DEAD,
    EMPTY,
    END,
    FITTED,
    FREE,
    GAINS,
    KINDS,
    LACKED,
    LACKS,
    LIKELY,
    MIXED,
    NOTHING,
    RANKED,
    RAYS,
    RIVALS,
    SUPPLY,
    VALUES,
    WANTED,
    YARD_HOPES,
    YARD_POINTS,
    Desk,
    Numbers,
    Tables,
)
from tablee.games.take_it_to_the_limit.tiles import RESERVED
from tablee.kit.hexboard import Tile


def draw(tables: Tables, fits: Numbers, tile: Tile) -> None:
    """Takes a tile from those that are left."""
    for k in range(8 * tile, 8 * tile + 8):
        fits[tables.fitting[k]] -= 1


def put(tables: Tables, desk: Desk, place: int, tile: Tile) -> None:
    shown, missing, symbol, sign = desk.shown, desk.missing, desk.symbol, tables.symbols[tile]
    desk.board[place] = tile
    for k in range(3):
        line, rank = tables.through[3 * place + k], tables.ranks[3 * tile + k] + 1
        missing[line] -= 1
        if shown[line] != rank:
            shown[line] = rank if shown[line] == EMPTY else DEAD
        if symbol[line] != sign:
            symbol[line] = sign if symbol[line] == EMPTY else MIXED


def safe_points(tables: Tables, desk: Desk) -> int:
    """R14, R15: the points of full lines, and of bonus tiles whose lines are all decided."""
    shown, missing, board, points = desk.shown, desk.missing, desk.board, 0
    worth, bonus, metals, through = tables.worth, tables.bonus, tables.metals, tables.through
    for line in range(tables.own):
        if missing[line] == 0 and shown[line] != DEAD:
            points += worth[4 * line + shown[line] - 1]
    for cell in range(tables.cells):
        tile = board[cell]
        if tile >= 0 and metals[tile] >= 0:
            pending, scoring = 0, 0
            for k in range(3):
                line = through[3 * cell + k]
                if shown[line] != DEAD:
                    pending += missing[line] > 0
                    scoring += missing[line] == 0
            if pending == 0 and scoring > 1:
                points += bonus[metals[tile]] if scoring == 3 else bonus[metals[tile]] // 2
    return points


def line_rows(tables: Tables, desk: Desk, count: int) -> int:
    shown, missing, fits, need, rows = desk.shown, desk.missing, desk.fits, desk.need, desk.rows
    own, way, classes, shows, at_line, at_value = (
        tables.own,
        tables.way,
        tables.classes,
        tables.shows,
        tables.at_line,
        tables.at_value,
    )
    for value in range(VALUES):
        need[value] = 0
    for line in range(own):
        rank = shown[line]
        if rank not in (EMPTY, DEAD):
            need[4 * way[line] + rank - 1] += missing[line]
    for line in range(own):
        rank, lacks = shown[line], missing[line]
        if rank == EMPTY:
            rows[count] = tables.at_empty + classes[line]
            count += 1
        elif rank != DEAD and lacks:
            value = 4 * way[line] + rank - 1
            others = min(RIVALS - 1, (need[value] - lacks + 2) // 3)
            row = ((classes[line] * 4 + rank - 1) * LACKS + lacks - 1) * SUPPLY + fits[shows[value]]
            rows[count] = at_line + row * RIVALS + others
            count += 1
    for value in range(VALUES):
        rows[count] = at_value + (value * SUPPLY + fits[shows[value]]) * WANTED + min(WANTED - 1, need[value])
        count += 1
    return count


def cell_rows(tables: Tables, desk: Desk, count: int) -> int:
    shown, missing, board, fits, rows, untouched = desk.shown, desk.missing, desk.board, desk.fits, desk.rows, 0
    through, closed, metals, at_cell = tables.through, tables.closed, tables.metals, tables.at_cell
    for cell in range(tables.cells):
        tile, kinds, fit, lacked, pending = board[cell], 0, 0, 0, 0
        if closed[cell] or (tile >= 0 and metals[tile] < 0):
            continue
        for k in range(3):
            line = through[3 * cell + k]
            rank, lacks = shown[line], missing[line]
            alive = rank not in (EMPTY, DEAD)
            kinds = kinds * KINDS + (rank + 4 if lacks == 1 else rank) if alive else kinds * KINDS + (9 if rank else 0)
            fit = fit * 5 + (rank - 1 if alive else ANY)
            lacked = lacked * LACKED + (1 + min(LACKED - 2, lacks) if alive else 0)
            pending += alive and lacks > 0
        if tile >= 0 and pending:
            rows[count] = tables.at_metal + metals[tile] * LACKED**3 + lacked
            count += 1
        elif tile < 0 and kinds:
            rows[count] = at_cell + kinds * FITTED + min(FITTED - 1, fits[fit])
            count += 1
        untouched += tile < 0 and not kinds
    rows[count] = tables.at_open + untouched
    count += 1
    for metal in range(len(tables.alone)):
        if fits[tables.alone[metal]]:
            rows[count] = tables.at_left + metal
            count += 1
    return count


def ray_rows(tables: Tables, desk: Desk, count: int) -> int:
    """R16: for each group of lines, the one nearest to a ray; of the longest lines, the two nearest."""
    missing, symbol, group = desk.missing, desk.symbol, tables.group
    first, second, third, fourth, other = 8, 7, 6, 5, 8
    for line in range(tables.own):
        lacks = missing[line]
        if symbol[line] == MIXED:
            continue
        if group[line] == 0:
            other = min(other, max(first, lacks))
            first = min(first, lacks)
        elif group[line] == 1:
            second = min(second, lacks)
        elif group[line] == 2:
            third = min(third, lacks)
        else:
            fourth = min(fourth, lacks)
    desk.rows[count] = tables.at_ray + ((first * RAYS[1] + second) * RAYS[2] + third) * RAYS[3] + fourth
    desk.rows[count + 1] = tables.at_second + 9 * first + other
    return count + 2


def yard_hope(tables: Tables, desk: Desk, share: float) -> tuple[int, float]:
    """R19: the points of the three best lines of a scrapyard, and what the three best promise."""
    shown, missing, fits = desk.shown, desk.missing, desk.fits
    worth, shows, way = tables.worth, tables.shows, tables.way
    have, second, third, hope, near, far = 0, 0, 0, 0.0, 0.0, 0.0
    for line in range(tables.own, tables.lines):
        rank, lacks = shown[line], missing[line]
        if rank in (EMPTY, DEAD):
            continue
        points, promise = worth[4 * line + rank - 1], float(worth[4 * line + rank - 1])
        supply = fits[shows[4 * way[line] + rank - 1]] * share / 4
        for _ in range(lacks):
            promise *= supply / (supply + 1)
        if lacks == 0:
            have, second, third = max(have, points), max(min(have, points), second), max(min(second, points), third)
        hope, near, far = max(hope, promise), max(min(hope, promise), near), max(min(near, promise), far)
    return have + second + third, hope + near + far


def yard_row(tables: Tables, desk: Desk, share: float, free: int) -> int:
    have, hope = yard_hope(tables, desk, share)
    done = 0 if have == 0 else YARD_POINTS - 1 if have >= tables.enough else min(YARD_POINTS - 2, 1 + have // 12)
    return int((free * YARD_POINTS + done) * YARD_HOPES + min(YARD_HOPES - 1, int(hope / 5)))


def hole_rows(tables: Tables, desk: Desk, reserved: int, count: int) -> int:
    """R13: for each hole, the tile of the reserve that gains most: longer lines and a bonus, less broken lines."""
    shown, missing, worth, bonus, metals = desk.shown, desk.missing, tables.worth, tables.bonus, tables.metals
    through, ranks = tables.through, tables.ranks
    for hole in range(len(tables.holes)):
        best, crossed = 0, 0
        for number in range(reserved):
            gain, same, tile = 0, 0, desk.reserve[number]
            for k in range(3):
                line = through[3 * tables.holes[hole] + k]
                rank = shown[line]
                if rank not in (EMPTY, DEAD):
                    if rank == ranks[3 * tile + k] + 1:
                        gain += tables.each[4 * line + rank - 1]
                        same += 1
                    else:
                        gain -= worth[4 * line + rank - 1] // (1 + missing[line])
            if same > 1 and metals[tile] >= 0:
                gain += bonus[metals[tile]] * (same - 1) // 2
            if gain > best:
                best, crossed = gain, same - 1 if same > 1 and metals[tile] >= 0 else 0
        step = min(GAINS - 1, (best + 4) // 5)
        desk.rows[count] = tables.at_hole + ((hole * (RESERVED + 1) + reserved) * GAINS + step) * 3 + crossed
        count += 1
    return count


def find_rows(tables: Tables, desk: Desk, share: float, free: int, yard: int) -> int:
    """Writes the rows, and returns how many they are. `yard` is the scrapyard's, or -1 if it is not known."""
    desk.rows[0] = 0
    count = cell_rows(tables, desk, line_rows(tables, desk, 1))
    if tables.rays:
        count = ray_rows(tables, desk, count)
    if tables.yard:
        desk.rows[count] = tables.at_yard + (yard if yard >= 0 else yard_row(tables, desk, share, free))
    else:
        desk.rows[count] = tables.at_slots + free
    return hole_rows(tables, desk, RESERVED - free, count + 1)


def full_points(tables: Tables, desk: Desk) -> int:
    """R14 to R17: of a board without free cells. A line that lacks less than nothing has tiles on its holes."""
    shown, missing, symbol, board, metals = desk.shown, desk.missing, desk.symbol, desk.board, tables.metals
    points, longest = 0, 0
    for line in range(tables.own):
        length = tables.worth[4 * line] // tables.each[4 * line] - missing[line]
        if shown[line] != DEAD:
            points += length * tables.each[4 * line + shown[line] - 1]
        if symbol[line] != MIXED:
            longest = max(longest, length)
    for cell in range(tables.cells):
        if board[cell] >= 0 and metals[board[cell]] >= 0:
            points += bonus_points(tables, desk, cell)
    return points + tables.ray * longest


def bonus_points(tables: Tables, desk: Desk, place: int) -> int:
    """R15: of the bonus tile on this place, if all its lines are full."""
    scoring, bonus = 0, tables.bonus[tables.metals[desk.board[place]]]
    for k in range(3):
        scoring += desk.shown[tables.through[3 * place + k]] != DEAD
    return int(bonus if scoring == 3 else bonus // 2 if scoring == 2 else 0)


def yard_worth(tables: Tables, desk: Desk) -> int:
    """R19: of a full scrapyard."""
    gold, silver, second = 0, 0, 0
    for place in range(tables.cells, len(desk.board)):
        metal = tables.metals[desk.board[place]]
        if metal >= 0:
            points = bonus_points(tables, desk, place)
            if tables.gold[metal]:
                gold = max(gold, points)
            else:
                silver, second = max(silver, points), max(min(silver, points), second)
    return max(yard_hope(tables, desk, 0.0)[0], silver + second, gold)


def move_points(tables: Tables, desk: Desk, move: int) -> int:
    """R13: with this relocation. What lines showed before is kept in `rows`, for which nobody has use here."""
    kept, through = desk.rows, tables.through
    for hole in range(3):
        place, number = tables.holes[hole], tables.moves[3 * move + hole]
        for k in range(3):
            line, at = through[3 * place + k], 9 * hole + 3 * k
            kept[at], kept[at + 1], kept[at + 2] = desk.shown[line], desk.missing[line], desk.symbol[line]
        if number:
            put(tables, desk, place, desk.reserve[number - 1])
    points = full_points(tables, desk)
    for hole in range(2, -1, -1):
        desk.board[tables.holes[hole]] = FREE
        for k in range(3):
            line, at = through[3 * tables.holes[hole] + k], 9 * hole + 3 * k
            desk.shown[line], desk.missing[line], desk.symbol[line] = kept[at], kept[at + 1], kept[at + 2]
    return points


def final_points(tables: Tables, desk: Desk) -> int:
    """What the seat has when all tiles are placed, after the best relocation. Scrapyards that are compared cost nothing here."""
    if len(tables.holes) == 0:
        pays = tables.yard and yard_worth(tables, desk) < tables.enough
        return full_points(tables, desk) - (tables.penalty if pays else 0)
    best = 0
    for move in range(len(tables.moves) // 3):
        best = max(best, move_points(tables, desk, move))
    return best


def value(
    tables: Tables, weights: Numbers, base: int, point: float, desk: Desk, share: float, free: int, yard: int = -1
) -> float:
    """What the seat will have at the end. The weights of this stage begin at `base`; `point` is a point in their measure.

    If `base` is `END`, all tiles are placed, and the value is exact.
    """
    if base == END:
        return float(final_points(tables, desk) * point)
    count, total = find_rows(tables, desk, share, free, yard), safe_points(tables, desk) * point
    for k in range(count):
        total += weights[base + desk.rows[k]]
    return float(total)


def value_at(
    tables: Tables,
    weights: Numbers,
    base: int,
    point: float,
    desk: Desk,
    share: float,
    free: int,
    yard: int,
    tile: Tile,
    place: int,
) -> float:
    """The same with the tile on a free place, or on the heap; `fits` no longer counts it."""
    if place == len(desk.board):
        if len(tables.holes):
            desk.reserve[RESERVED - free] = tile
        return value(tables, weights, base, point, desk, share, free - 1, -1)
    old, through, beside = desk.old, tables.through, place >= tables.cells
    for k in range(3):
        line = through[3 * place + k]
        old[k], old[3 + k], old[6 + k] = desk.shown[line], desk.missing[line], desk.symbol[line]
    put(tables, desk, place, tile)
    found = value(tables, weights, base, point, desk, share, free - beside, -1 if beside else yard)
    desk.board[place] = FREE
    for k in range(3):
        line = through[3 * place + k]
        desk.shown[line], desk.missing[line], desk.symbol[line] = old[k], old[3 + k], old[6 + k]
    return found


def value_places(
    tables: Tables, weights: Numbers, base: int, point: float, desk: Desk, share: float, free: int, tile: Tile, values: Numbers
) -> None:
    """The same with the tile on each free place, and at last on the heap."""
    yard = yard_row(tables, desk, share, free) if tables.yard else -1
    for place in range(len(desk.board)):
        if desk.board[place] < 0 and not tables.closed[place]:
            values[place] = value_at(tables, weights, base, point, desk, share, free, yard, tile, place)
    if free and not tables.yard:
        values[len(desk.board)] = value_at(tables, weights, base, point, desk, share, free, yard, tile, len(desk.board))


def undraw(tables: Tables, fits: Numbers, tile: Tile) -> None:
    for k in range(8 * tile, 8 * tile + 8):
        fits[tables.fitting[k]] += 1


def highest(values: Numbers) -> int:
    """The first place with the highest value."""
    best = 0
    for place in range(1, len(values)):
        if values[place] > values[best]:
            best = place
    return best


def value_call(
    tables: Tables, weights: Numbers, base: int, point: float, desk: Desk, share: float, free: int, tile: Tile, values: Numbers
) -> None:
    """The same with a tile that is called next."""
    draw(tables, desk.fits, tile)
    value_places(tables, weights, base, point, desk, share, free, tile, values)
    undraw(tables, desk.fits, tile)


def best_values(
    tables: Tables,
    weights: Numbers,
    base: int,
    point: float,
    desk: Desk,
    share: float,
    free: int,
    tiles: Numbers,
    values: Numbers,
    bests: Numbers,
    ranked: Numbers,
) -> None:
    """For each of these tiles the value on its best place, if it comes next; `values` is room for those of all places.

    `ranked` gets the best places of each tile, the best one first, and -1 where there are no more.
    """
    for n in range(len(tiles)):
        for place in range(len(values)):
            values[place] = NOTHING
        value_call(tables, weights, base, point, desk, share, free, tiles[n], values)
        for k in range(RANKED):
            best = highest(values)
            ranked[RANKED * tiles[n] + k] = best if values[best] > NOTHING else -1
            bests[n] = values[best] if k == 0 else bests[n]
            values[best] = NOTHING


def mean_best(
    tables: Tables,
    weights: Numbers,
    base: int,
    point: float,
    desk: Desk,
    share: float,
    free: int,
    tiles: Numbers,
    first: int,
    ranked: Numbers,
) -> float:
    """The mean over these tiles, from the first on, of the value on the best of its ranked places, if it comes next."""
    total = 0.0
    for n in range(first, len(tiles)):
        tile, best, seen = tiles[n], NOTHING, 0
        draw(tables, desk.fits, tile)
        yard = yard_row(tables, desk, share, free) if tables.yard else -1
        for k in range(RANKED):
            place = ranked[RANKED * tile + k]
            if seen < LIKELY and place >= 0 and (desk.board[place] < 0 if place < len(desk.board) else free > 0):
                best = max(best, value_at(tables, weights, base, point, desk, share, free, yard, tile, place))
                seen += 1
        if seen == 0:
            best = value_at(tables, weights, base, point, desk, share, free, yard, tile, first_open(tables, desk))
        undraw(tables, desk.fits, tile)
        total += best
    return total / (len(tiles) - first)


def first_open(tables: Tables, desk: Desk) -> int:
    for place in range(len(desk.board)):
        if desk.board[place] < 0 and not tables.closed[place]:
            return place
    return len(desk.board)


def play_on(
    tables: Tables,
    weights: Numbers,
    bases: Numbers,
    point: float,
    desk: Desk,
    left: int,
    free: int,
    tiles: Numbers,
    calls: int,
    values: Numbers,
    ranked: Numbers,
) -> float:
    """Plays these calls, each tile on its best place, and returns by how much looking a tile further corrects values on the way.

    The luck of the draw cancels out: what is left is the error of the weights. `bases` tells where they begin, by calls left.
    """
    more = 0.0
    for n in range(calls):
        tile, rest, left = tiles[n], len(tiles) - n - 1, left - 1
        draw(tables, desk.fits, tile)
        for place in range(len(values)):
            values[place] = NOTHING
        value_places(tables, weights, bases[left], point, desk, left / rest, free, tile, values)
        best = highest(values)
        if best < len(desk.board):
            put(tables, desk, best, tile)
        elif len(tables.holes):
            desk.reserve[RESERVED - free] = tile
        free -= best >= tables.cells
        share = (left - 1) / max(1, rest - 1)
        more += mean_best(tables, weights, bases[left - 1], point, desk, share, free, tiles, n + 1, ranked) - values[best]
    return more
