import type { Person, Row } from './archive-format.ts'

type Tables = ReadonlyMap<string, readonly Row[]>
type Cell = string | number | null | undefined

/** Tables for people and their spreadsheets, by name. An import reads none of them. */
export function csvFilesOf(tables: Tables, people: readonly Person[]): Record<string, string> {
  return {
    standings: csvOf(standings(tables)),
    games: csvOf(games(tables)),
    picks: csvOf(picks(tables, people)),
    feed: csvOf(feed(tables, people)),
  }
}

function standings(tables: Tables): Cell[][] {
  const owners = ownersByTeam(tables)
  const head = ['season', 'rank', 'team', 'owners', 'wins', 'losses', 'ties', 'points_for', 'points_against']
  const rows = rowsOf(tables, 'season_teams').map((team) => [
    team['season'],
    Number(team['final_rank']) > 0 ? team['final_rank'] : team['playoff_seed'],
    team['name'],
    owners.get(teamKey(team, team['team_id']))?.join(', '),
    team['wins'],
    team['losses'],
    team['ties'],
    points(team['points_for']),
    points(team['points_against']),
  ])
  return [head, ...rows.sort((a, b) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1]))]
}

function games(tables: Tables): Cell[][] {
  const names = new Map(
    rowsOf(tables, 'season_teams').map((team) => [teamKey(team, team['team_id']), team['name']]),
  )
  const head = ['season', 'period', 'bracket', 'home', 'home_points', 'away', 'away_points', 'result']
  const rows = rowsOf(tables, 'season_games').map((game) => [
    game['season'],
    game['period'],
    game['bracket'],
    names.get(teamKey(game, game['home_team_id'])),
    points(game['home_points']),
    names.get(teamKey(game, game['away_team_id'])),
    points(game['away_points']),
    game['result'],
  ])
  return [head, ...rows.sort((a, b) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1]))]
}

function picks(tables: Tables, people: readonly Person[]): Cell[][] {
  const usernames = usernamesOf(people)
  const rows = rowsOf(tables, 'picks').map((pick) => [
    pick['season'],
    pick['week'],
    usernames.get(Number(pick['user_id'])),
    pick['text'],
    pick['result'],
  ])
  return [['season', 'week', 'username', 'pick', 'result'], ...rows]
}

function feed(tables: Tables, people: readonly Person[]): Cell[][] {
  const usernames = usernamesOf(people)
  const texts = new Map([
    ...rowsOf(tables, 'feed_posts').map((post) => [post['item_id'], post['content']] as const),
    ...rowsOf(tables, 'feed_proposals').map((one) => [one['item_id'], one['question']] as const),
    ...rowsOf(tables, 'feed_media').map((one) => [one['item_id'], `media/${one['file_key']}`] as const),
  ])
  const items = rowsOf(tables, 'feed_items').map((item) => [
    instant(item['created_at']),
    item['type'],
    usernames.get(Number(item['user_id'])),
    texts.get(item['id'] ?? null),
    item['id'],
  ])
  const comments = rowsOf(tables, 'post_comments').map((comment) => [
    instant(comment['created_at']),
    'comment',
    usernames.get(Number(comment['user_id'])),
    comment['body'],
    comment['post_id'],
  ])
  const rows = [...items, ...comments].sort((a, b) => String(a[0]).localeCompare(String(b[0])))
  return [['at', 'type', 'username', 'text', 'item'], ...rows]
}

const rowsOf = (tables: Tables, name: string): readonly Row[] => tables.get(name) ?? []
const usernamesOf = (people: readonly Person[]) => new Map(people.map(({ id, username }) => [id, username]))
const teamKey = (row: Row, team: Cell) => `${row['season']} ${team}`
const instant = (millis: Cell) => new Date(Number(millis)).toISOString()

/** Hundredths as they are written; nothing for a side that there is not. */
function points(hundredths: Cell): string | null {
  return typeof hundredths === 'number' ? (hundredths / 100).toFixed(2) : null
}

/** By season and team; the primary owner first. */
function ownersByTeam(tables: Tables): Map<string, string[]> {
  const names = new Map(
    rowsOf(tables, 'season_members').map((member) => [
      `${member['season']} ${member['member_id']}`,
      member['name'],
    ]),
  )
  const owners = new Map<string, string[]>()
  const inOrder = rowsOf(tables, 'season_team_owners').toSorted(
    (a, b) => Number(a['position']) - Number(b['position']),
  )
  for (const owner of inOrder) {
    const key = teamKey(owner, owner['team_id'])
    const name = String(names.get(`${owner['season']} ${owner['member_id']}`) ?? '')
    owners.set(key, [...(owners.get(key) ?? []), name])
  }
  return owners
}

/** With a mark that makes spreadsheets read it as UTF-8. */
function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = harmless(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text that a spreadsheet would take for a formula and run is marked as text. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
}
