import { type CsvCell as Cell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import type { Person } from '../archive-format.ts'

/** Reads the rows of a table in primary key order; yields none if the table does not exist. */
type ReadRows = (table: string) => AsyncIterable<ArchiveRow>
type CsvLines = AsyncIterable<readonly Cell[]>

/** Returns CSV files for use in spreadsheets, by name. An import ignores them. */
export function createCsvFiles(
  rows: ReadRows,
  people: readonly Person[],
): Record<string, AsyncIterable<string>> {
  const usernames = new Map(people.map(({ id, username }) => [id, username]))
  const usernameOf = (id: Cell) => usernames.get(Number(id))
  return {
    standings: toCsv(standingsLines(rows)),
    games: toCsv(gameLines(rows)),
    picks: toCsv(pickLines(rows, usernameOf)),
    feed: toCsv(feedLines(rows, usernameOf)),
  }
}

type UsernameOf = (id: Cell) => string | undefined

async function* standingsLines(rows: ReadRows): CsvLines {
  yield ['season', 'rank', 'team', 'owners', 'wins', 'losses', 'ties', 'points_for', 'points_against']
  const owners = await ownersByTeam(rows)
  const lines: Cell[][] = []
  for await (const team of rows('season_teams'))
    lines.push([
      team['season'],
      Number(team['final_rank']) > 0 ? team['final_rank'] : team['playoff_seed'],
      team['name'],
      owners.get(teamKey(team, team['team_id']))?.join(', '),
      team['wins'],
      team['losses'],
      team['ties'],
      formatPoints(team['points_for']),
      formatPoints(team['points_against']),
    ])
  yield* lines.sort(newestSeasonFirst)
}

async function* gameLines(rows: ReadRows): CsvLines {
  yield ['season', 'period', 'bracket', 'home', 'home_points', 'away', 'away_points', 'result']
  const names = new Map<string, Cell>()
  for await (const team of rows('season_teams')) names.set(teamKey(team, team['team_id']), team['name'])
  const lines: Cell[][] = []
  for await (const game of rows('season_games'))
    lines.push([
      game['season'],
      game['period'],
      game['bracket'],
      names.get(teamKey(game, game['home_team_id'])),
      formatPoints(game['home_points']),
      names.get(teamKey(game, game['away_team_id'])),
      formatPoints(game['away_points']),
      game['result'],
    ])
  yield* lines.sort(newestSeasonFirst)
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
  for await (const comment of rows('post_comments'))
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
const teamKey = (row: ArchiveRow, team: Cell) => `${row['season']} ${team}`
const toIsoTime = (timestampMs: Cell) => new Date(Number(timestampMs)).toISOString()

/** Formats hundredths with two decimals; null for the missing side of a bye. */
function formatPoints(hundredths: Cell): string | null {
  return typeof hundredths === 'number' ? (hundredths / 100).toFixed(2) : null
}

/** Returns the owners' names by season and team, the primary owner first. */
async function ownersByTeam(rows: ReadRows): Promise<Map<string, string[]>> {
  const names = new Map<string, string>()
  for await (const member of rows('season_members'))
    names.set(`${member['season']} ${member['member_id']}`, String(member['name']))
  const ownerRows: ArchiveRow[] = []
  for await (const owner of rows('season_team_owners')) ownerRows.push(owner)
  const owners = new Map<string, string[]>()
  for (const owner of ownerRows.sort((a, b) => Number(a['position']) - Number(b['position']))) {
    const key = teamKey(owner, owner['team_id'])
    const name = names.get(`${owner['season']} ${owner['member_id']}`) ?? ''
    owners.set(key, [...(owners.get(key) ?? []), name])
  }
  return owners
}

/** Starts with a byte order mark, so that spreadsheets read the file as UTF-8. */
async function* toCsv(lines: CsvLines): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const line of lines) yield `${formatCsvLine(line)}\r\n`
}
