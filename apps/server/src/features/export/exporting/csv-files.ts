import { type CsvCell as Cell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import type { Points } from '@fieldhouse/domain/points'
import { displayRank } from '@fieldhouse/domain/seasons/season'
import { gamesById, ownerNamesOf } from '@fieldhouse/domain/seasons/season-views'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import type { StoredSeason } from '../../../repositories/season-documents/stored-seasons.ts'
import type { Person } from '../archive-format.ts'

/** Reads the rows of a table in primary key order; yields none if the table does not exist. */
type ReadRows = (table: string) => AsyncIterable<ArchiveRow>
type CsvLines = AsyncIterable<readonly Cell[]>

/** Returns CSV files for use in spreadsheets, by name. An import ignores them. */
export function createCsvFiles(
  rows: ReadRows,
  seasons: readonly StoredSeason[],
  people: readonly Person[],
): Record<string, AsyncIterable<string>> {
  const usernames = new Map(people.map(({ id, username }) => [id, username]))
  const usernameOf = (id: Cell) => usernames.get(Number(id))
  return {
    standings: toCsv(standingsLines(seasons)),
    games: toCsv(gameLines(seasons)),
    picks: toCsv(pickLines(rows, usernameOf)),
    feed: toCsv(feedLines(rows, usernameOf)),
  }
}

type UsernameOf = (id: Cell) => string | undefined

function standingsLines(seasons: readonly StoredSeason[]): Cell[][] {
  const lines = seasons.flatMap((season) => {
    const owners = ownerNamesOf(season)
    return season.teams.map((team): Cell[] => [
      season.season,
      displayRank(team),
      team.name,
      owners.get(team.teamId)?.join(', '),
      team.record?.wins ?? null,
      team.record?.losses ?? null,
      team.record?.ties ?? null,
      formatPoints(team.pointsFor),
      formatPoints(team.pointsAgainst),
    ])
  })
  return [
    ['season', 'rank', 'team', 'owners', 'wins', 'losses', 'ties', 'points_for', 'points_against'],
    ...lines.sort(newestSeasonFirst),
  ]
}

function gameLines(seasons: readonly StoredSeason[]): Cell[][] {
  const lines = seasons.flatMap((season) => {
    const names = new Map(season.teams.map(({ teamId, name }) => [teamId, name]))
    return gamesById(season).map(({ period, bracket, home, away, result }): Cell[] => [
      season.season,
      period,
      bracket,
      names.get(home.teamId),
      formatPoints(home.points),
      away === null ? undefined : names.get(away.teamId),
      formatPoints(away?.points ?? null),
      result,
    ])
  })
  return [
    ['season', 'period', 'bracket', 'home', 'home_points', 'away', 'away_points', 'result'],
    ...lines.sort(newestSeasonFirst),
  ]
}

async function* pickLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  yield ['season', 'week', 'username', 'pick', 'result']
  for await (const pick of rows('picks'))
    yield [pick['season'], pick['week'], usernameOf(pick['user_id']), pick['text'], pick['result']]
}

async function* feedLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  yield ['at', 'type', 'username', 'text', 'item']
  yield* mergeByTime(itemLines(rows, usernameOf), commentLines(rows, usernameOf))
}

async function* itemLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  const texts = {
    post: sequentialLookup(rows('feed_posts'), 'content'),
    proposal: sequentialLookup(rows('feed_proposals'), 'question'),
    media: sequentialLookup(rows('feed_media'), 'file_key'),
    trade: sequentialLookup(rows('feed_trades'), 'trade_id'),
  }
  for await (const item of rows('feed_items')) {
    const type = item['type'] as keyof typeof texts
    const text = await texts[type](Number(item['id']))
    yield [
      toIsoTime(item['created_at']),
      type,
      usernameOf(item['user_id']),
      type === 'media' ? `media/${text}` : text,
      item['id'],
    ]
  }
}

async function* commentLines(rows: ReadRows, usernameOf: UsernameOf): CsvLines {
  for await (const comment of rows('item_comments'))
    yield [
      toIsoTime(comment['created_at']),
      'comment',
      usernameOf(comment['user_id']),
      comment['body'],
      comment['post_id'],
    ]
}

/** Creates a lookup of a column by item id. Ids must be requested in ascending order, like the rows. */
function sequentialLookup(rows: AsyncIterable<ArchiveRow>, column: string): (item: number) => Promise<Cell> {
  const iterator = rows[Symbol.asyncIterator]()
  let row: ArchiveRow | undefined
  return async (item) => {
    while (row === undefined || Number(row['item_id']) < item) {
      const next = await iterator.next()
      if (next.done === true) return null
      row = next.value
    }
    return Number(row['item_id']) === item ? row[column] : null
  }
}

/** Merges two lists that are each sorted oldest first. */
async function* mergeByTime(first: CsvLines, second: CsvLines): CsvLines {
  const [left, right] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()]
  let [a, b] = [await left.next(), await right.next()]
  while (a.done !== true || b.done !== true) {
    const isLeft = b.done === true || (a.done !== true && String(a.value[0]) <= String(b.value[0]))
    yield (isLeft ? a : b).value
    if (isLeft) a = await left.next()
    else b = await right.next()
  }
}

const newestSeasonFirst = (a: Cell[], b: Cell[]) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1])
const toIsoTime = (timestampMs: Cell) => new Date(Number(timestampMs)).toISOString()

/** Formats hundredths with two decimals; null for the missing side of a bye. */
function formatPoints(hundredths: Points | null): string | null {
  return hundredths === null ? null : (hundredths / 100).toFixed(2)
}

/** Starts with a byte order mark, so that spreadsheets read the file as UTF-8. */
async function* toCsv(lines: CsvLines | Iterable<readonly Cell[]>): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const line of lines) yield `${formatCsvLine(line)}\r\n`
}
