import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Measures how many writes per second prepared statements store in a copy of a SQLite database, with one flush for
 * each group of writes, as the bound for the server. Usage: `node measure-raw-writes.ts FILE SECONDS`.
 */
const GROUP_SIZE = 50
const [, , file = '', seconds = '1'] = process.argv

const copy = `${file}-raw`
rmSync(copy, { force: true })
const source = new DatabaseSync(file, { readOnly: true })
source.prepare('vacuum into ?').run(copy)
source.close()

const database = new DatabaseSync(copy)
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
type Row = Record<string, number>
const proposal = database
  .prepare(
    `select item_id, league_id from feed_proposals join feed_items on id = item_id
     where ballot_key is null order by item_id desc limit 1`,
  )
  .get() as Row
const options = database
  .prepare('select id from proposal_options where proposal_id = ?')
  .all(proposal['item_id'] ?? 0) as Row[]
const members = database
  .prepare('select user_id from memberships where league_id = ?')
  .all(proposal['league_id'] ?? 0) as Row[]
const at = <Value>(values: readonly Value[], turn: number) => values[turn % values.length] as Value
const league = proposal['league_id'] ?? 0

const addEvent = database.prepare('insert into league_events (league_id, name, data, at) values (?, ?, ?, ?)')
const upsertVote = database.prepare(
  `insert into proposal_votes (proposal_id, user_id, option_id) values (?, ?, ?)
   on conflict (proposal_id, user_id) do update set option_id = excluded.option_id`,
)
const countVotes = database.prepare(
  'update proposal_options set votes_count = votes_count + case when id = ? then 1 else -1 end where id in (?, ?)',
)
const upsertPick = database.prepare(
  `insert into picks (league_id, season, week, user_id, text, is_edited, updated_at) values (?, 2026, 12, ?, ?, 1, ?)
   on conflict (league_id, season, week, user_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
)
const addChange = database.prepare(
  `insert into pick_changes (league_id, season, week, user_id, text, via, by_id, by_name, at)
   values (?, 2026, 12, ?, ?, 'page', ?, 'bench', ?)`,
)

const writes: Record<string, (turn: number) => void> = {
  vote(turn) {
    const option = at(options, turn)['id'] ?? 0
    upsertVote.run(proposal['item_id'] ?? 0, at(members, turn)['user_id'] ?? 0, option)
    countVotes.run(option, option, at(options, turn + 1)['id'] ?? 0)
    addEvent.run(league, 'feed', '{"change":"changed","type":"proposal"}', turn)
  },
  pick(turn) {
    const user = at(members, turn)['user_id'] ?? 0
    upsertPick.run(league, user, `Bears -${turn % 9}.5 (-110)`, turn)
    addChange.run(league, user, `Bears -${turn % 9}.5 (-110)`, user, turn)
    addEvent.run(league, 'bets', '{"season":2026,"week":12}', turn)
  },
}

for (const [name, write] of Object.entries(writes)) {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < Number(seconds) * 1000) {
    database.exec('begin immediate')
    for (let member = 0; member < GROUP_SIZE; member += 1) write(count + member)
    database.exec('commit')
    count += GROUP_SIZE
  }
  console.log(JSON.stringify({ name, rate: (count * 1000) / (performance.now() - startedAt) }))
}
database.close()
for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
