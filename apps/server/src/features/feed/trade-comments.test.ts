import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { replaceSeason } from '../../repositories/season-store.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague, storeTrade } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
let comments: string
beforeEach(async () => {
  league = await createSocialLeague()
  league.testApp.provider.read = ({ season }) => buildSeason({ season })
  await refresh()
  comments = `${await storeTrade(league)}/comments/`
  const { viewer, player } = league.clients
  const { body } = await viewer.post(comments, { body: 'Robbery!' })
  await player.post(comments, { body: 'Fair', reply_to: body.id })
  await player.post(`${comments}${body.id}/react/`, { reaction: 'wow', on: true })
  await league.post('player', 'posts/', { content: 'Kickoff' })
})
afterEach(() => league.testApp.close())

const refresh = () => league.clients.skipper.post('/api/refresh-espn/', { name: 'Harbour' })

const listBodies = async () => {
  const { status, body } = await league.clients.player.get(comments)
  return [status, (body.comments ?? []).map((each: { body: string }) => each.body)]
}

async function countRows(): Promise<Record<string, number>> {
  const tables = ['feed_items', 'feed_trades', 'item_comments', 'comment_reactions'] as const
  const counts = tables.map(async (table) => {
    const rows = await league.testApp.db.selectFrom(table).selectAll().execute()
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const POST_ONLY = { feed_items: 1, feed_trades: 0, item_comments: 0, comment_reactions: 0 }

/** Stores the season as the league of a provider has it. */
function importSeason(provider: 'espn' | 'sleeper') {
  const season = buildSeason({ season: 2026 })
  const imported = { season, completeness: completenessOf(season, 'upload'), provider, responses: [] }
  return inTransaction(league.testApp.db, (transaction) =>
    replaceSeason(transaction, league.leagueId, imported, league.testApp.clock.now),
  )
}

describe('comments on a trade', () => {
  it('stay when the season is read or imported again', async () => {
    expect((await refresh()).body.ok).toBe(true)
    await importSeason('espn')
    expect(await listBodies()).toEqual([200, ['Robbery!', 'Fair']])
    expect(await countRows()).toMatchObject({ feed_trades: 1, item_comments: 2, comment_reactions: 1 })
  })

  it('go with the seasons of another ESPN league, and the trade cannot be commented on', async () => {
    const change = { espn_league_id: 815, deletes_espn_seasons: true }
    const { status } = await league.clients.skipper.post('/api/league/Harbour/settings/', change)
    expect(status).toBe(200)
    expect(await countRows()).toEqual(POST_ONLY)
    expect(await listBodies()).toEqual([404, []])
    const late = await league.clients.player.post(comments, { body: 'Hello?' })
    expect([late.status, late.body.code]).toEqual([404, 'item_not_found'])
  })

  it('go with the season when it is imported from another provider, whose trades start without any', async () => {
    await importSeason('sleeper')
    expect(await countRows()).toEqual(POST_ONLY)
    await storeTrade(league)
    expect(await listBodies()).toEqual([200, []])
  })

  it('go with the league', async () => {
    const { boss } = league.clients
    expect((await boss.post('/api/league/Harbour/delete/', { name: 'Harbour' })).status).toBe(200)
    expect(await countRows()).toEqual({ ...POST_ONLY, feed_items: 0 })
  })
})
