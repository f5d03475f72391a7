import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainNext, verifyChain } from '../../repositories/audit.ts'
import { createFullLeague } from '../../testing/full-league-fixture.ts'
import { createPhoto, createPicture } from '../../testing/media-files.ts'
import { postForm } from '../../testing/multipart-form.ts'
import type { SocialLeague } from '../../testing/social-league-fixture.ts'
import type { TestResponse } from '../../testing/start-app.ts'
import { createZip, readZip, type ZipFiles } from '../../testing/zips.ts'

/** An archive can contain anything, because the staff of the other server, or of this one, can edit it. */
let league: SocialLeague
let files: ZipFiles
beforeEach(async () => {
  league = await createFullLeague()
  const { rawPayload } = await league.testApp.app.inject({
    url: '/api/league/Harbour/export/',
    cookies: Object.fromEntries(league.clients.boss.cookies),
  })
  files = await readZip(rawPayload)
})
afterEach(() => league.testApp.close())

const FORGED = 'Forged league'
const FEED = `/api/league/${encodeURIComponent(FORGED)}/social/feed/`

type Row = Record<string, unknown>
const rowsOf = (table: string): Row[] => JSON.parse(String(files.get(`tables/${table}.json`)))
const setRows = (table: string, rows: readonly Row[]) =>
  files.set(`tables/${table}.json`, Buffer.from(JSON.stringify(rows)))
const changeRows = (table: string, values: Row) =>
  setRows(
    table,
    rowsOf(table).map((row) => ({ ...row, ...values })),
  )

async function importForged(): Promise<TestResponse> {
  const form = new FormData()
  form.append('name', FORGED)
  form.append('file', new Blob([await createZip(files)]), 'forged.zip')
  return postForm(league.clients.boss, '/api/import-league/', form)
}

const idOf = async (username: string) => {
  const { db } = league.testApp
  return (
    await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  ).id
}

const MARK = { by: 'boss', at: expect.any(String) }

describe('an archive with entries of an audit log', () => {
  it('adds none of them to the log of this server, and lists them apart with who imported them', async () => {
    const entry = rowsOf('audit_log')[0] ?? {}
    const forgery = {
      ...entry,
      id: 999,
      action: 'league.delete',
      actor_name: 'skipper',
      detail: '{"name":"X"}',
    }
    setRows('audit_log', [{ ...forgery, sequence: 1, hash: 'a'.repeat(64) }])
    const { testApp, clients } = league
    const before = await testApp.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect((await importForged()).status).toBe(200)
    const after = await testApp.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(after.slice(0, -1)).toEqual(before)
    expect(after.at(-1)).toMatchObject({ action: 'league.import', actor_name: 'boss', sequence: null })
    await chainNext(testApp.db)
    expect(await verifyChain(testApp.db, [])).toMatchObject({
      checked: after.length,
      broken: null,
    })

    const own = (await clients.boss.get(`/api/audit/?league=${encodeURIComponent(FORGED)}`)).body
    expect(own.acts.map((each: Row) => [each['action'], each['imported']])).toEqual([
      ['league.import', undefined],
    ])
    const { acts, actions } = (await clients.boss.get('/api/audit/?imported=true')).body
    expect(actions).toEqual(['league.delete'])
    expect(acts).toEqual([
      expect.objectContaining({ actor: 'skipper', action: 'league.delete', league: FORGED, imported: MARK }),
    ])
    expect((await clients.skipper.get('/api/audit/?imported=true')).body.acts).toEqual([])
  })
})

describe('an archive with words of existing members', () => {
  it('links nothing to their accounts, whatever the archive says', async () => {
    const { testApp, clients } = league
    const player = await idOf('player')
    changeRows('feed_posts', { content: 'I resign.' })
    for (const table of ['feed_items', 'picks', 'memberships'])
      changeRows(table, { imported_person_id: null })
    expect((await importForged()).body).toMatchObject({
      matched: ['boss', 'player', 'skipper', 'stranger', 'viewer'],
      created: [],
    })
    const count = async (table: 'feed_items' | 'picks' | 'memberships' | 'proposal_votes') =>
      (await testApp.db.selectFrom(table).select('user_id').where('user_id', '=', player).execute()).length
    expect([await count('feed_items'), await count('picks'), await count('memberships')]).toEqual([6, 1, 1])
    expect((await clients.player.get(FEED)).status).toBe(403)

    const { items } = (await clients.boss.get(FEED)).body
    expect(items).toHaveLength(6)
    for (const item of items) expect(item.imported).toEqual(MARK)
    const names = items.map((item: Row) => item['user'])
    expect(names).toContain('Rosa Field')
    const post = items.find((item: Row) => Number(item['comments_count']) > 0)
    expect(post.comments_preview[0]).toMatchObject({ author: 'skipper-imported', imported: MARK })
    const vote = items.find((item: Row) => item['type'] === 'proposal' && item['anonymous'] === false)
    expect(vote.options[1]).toMatchObject({
      voters: ['viewer-imported'],
      imported_voters: ['viewer-imported'],
    })
    const bets = `/api/league/${encodeURIComponent(FORGED)}/bets/`
    const { picks } = (await clients.boss.get(`${bets}?season=2026&week=6`)).body
    expect(picks).toEqual([expect.objectContaining({ owner: 'Rosa Field', is_mine: false, imported: MARK })])
    const owner = encodeURIComponent('Rosa Field')
    const { changes } = (await clients.boss.get(`${bets}history/?season=2026&week=6&owner=${owner}`)).body
    expect(changes[0].imported).toEqual(MARK)
  })

  it('marks posts in the name of the league itself', async () => {
    changeRows('feed_items', { user_id: null })
    expect((await importForged()).status).toBe(200)
    const { items } = (await league.clients.boss.get(FEED)).body
    expect(items.map((item: Row) => [item['by_league'], item['imported']])).toEqual(
      items.map(() => [true, MARK]),
    )
  })

  it('does not turn posts of former members into posts of the league', async () => {
    setRows('memberships', [])
    setRows('picks', [])
    setRows('pick_changes', [])
    setRows('team_assignments', [])
    expect((await importForged()).status).toBe(200)
    const { items } = (await league.clients.boss.get(FEED)).body
    expect(items.some((item: Row) => item['by_league'])).toBe(false)
  })

  it('marks nothing that is written on this server afterwards', async () => {
    await importForged()
    const { body } = await league.clients.boss.post(FEED.replace('feed/', 'posts/'), { content: 'Hello' })
    expect(body).not.toHaveProperty('imported')
    const [person] = (await league.clients.player.get('/api/account/imported-people/')).body.people
    await league.clients.boss.post('/api/imported-people/link/', { id: person.id, username: 'player' })
    const bets = `/api/league/${encodeURIComponent(FORGED)}/bets/`
    league.testApp.clock.now = new Date('2026-09-01T12:00:00Z')
    const pick = { owner: 'Rosa Field', season: 2026, week: 6, text: 'Lions +3 (-110)' }
    const saved = await league.clients.player.post(`${bets}save/`, pick)
    expect([saved.status, saved.body.pick]).toEqual([200, expect.not.objectContaining({ imported: MARK })])
    const { picks } = (await league.clients.player.get(`${bets}?season=2026&week=6`)).body
    expect(picks).toEqual([expect.not.objectContaining({ imported: MARK })])
  })
})

describe('an archive with a larger season than any league has', () => {
  it('is refused for its players, its games or its teams, and stores nothing', async () => {
    const [lineup = {}, ...lineups] = rowsOf('lineups')
    const [entry] = JSON.parse(String(lineup['entries']))
    setRows('lineups', [
      { ...lineup, entries: JSON.stringify(Array.from({ length: 3001 }, () => entry)) },
      ...lineups,
    ])
    const players = await importForged()
    expect([players.status, players.body.error]).toEqual([
      400,
      expect.stringMatching(
        /^In the archive, the lineups of week \d+ of \d{4} have 3\d{3} players\. At most 3000/,
      ),
    ])
    setRows('lineups', [lineup, ...lineups])
    const [season = {}] = rowsOf('seasons')
    const document = JSON.parse(String(season['document']))
    const importWith = (changed: object) => {
      setRows('seasons', [{ ...season, document: JSON.stringify({ ...document, ...changed }) }])
      return importForged()
    }
    const [game] = document.games
    const games = await importWith({
      games: Array.from({ length: 2001 }, (_, index) => ({ ...game, gameId: index + 1 })),
    })
    expect([games.status, games.body.error]).toEqual([
      400,
      expect.stringMatching(/^Season \d{4} has 2001 games\. At most 2000/),
    ])
    const [team] = document.teams
    const teams = await importWith({
      teams: Array.from({ length: 101 }, (_, index) => ({ ...team, teamId: index + 1 })),
    })
    expect([teams.status, teams.body.error]).toEqual([
      400,
      expect.stringMatching(/^Season \d{4} has 101 teams\. At most 100/),
    ])
    const { db } = league.testApp
    expect(await db.selectFrom('leagues').select('name').execute()).toEqual([{ name: 'Harbour' }])
  })
})

describe('an archive with a manipulated picture', () => {
  const CANARY = '<script>canary()</script>'

  it('stores pictures and their thumbnails encoded again, without what was hidden in them', async () => {
    const names = [...files.keys()].filter((each) => /^media\/[^/]+(?<!-grid)$/.test(each))
    const polyglot = Buffer.concat([await createPhoto(300, 200), Buffer.from(`<!doctype html>${CANARY}`)])
    const thumbnail = Buffer.concat([await createPicture(64, 48).webp().toBuffer(), Buffer.from(CANARY)])
    for (const name of names) files.set(name, polyglot).set(`${name}-grid`, thumbnail)
    changeRows('feed_media', { size: polyglot.length })
    files.set('owners/ada-marlow.jpg', polyglot)
    expect((await importForged()).status).toBe(200)
    const { testApp, clients } = league
    const cookies = Object.fromEntries(clients.boss.cookies)
    const [item] = (await clients.boss.get(`${FEED}?type=media`)).body.items
    const owner = `/api/league/${encodeURIComponent(FORGED)}/owners/Ada%20Marlow/picture/`
    for (const url of [item.url, `${item.url}?size=grid`, owner]) {
      const { rawPayload, statusCode, headers } = await testApp.app.inject({ url, cookies })
      expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 200, 'nosniff'])
      expect([url, rawPayload.includes('canary')]).toEqual([url, false])
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
    }
  })

  it('rejects a file that is larger than uploads may be', async () => {
    const { testApp } = league
    const [name = ''] = [...files.keys()].filter((each) => /^media\/[^/]+(?<!-grid)$/.test(each))
    const large = Buffer.concat([await createPhoto(30, 20), randomBytes(1024 ** 2)])
    files.set(name, large)
    changeRows('feed_media', { size: large.length })
    const { status, body } = await importForged()
    expect([status, body.error]).toEqual([
      400,
      `${name} in the archive is larger than uploads to this server may be (1 MB). Ask the operator to raise MAX_UPLOAD_MB.`,
    ])
    expect(await testApp.db.selectFrom('leagues').select('name').execute()).toEqual([{ name: 'Harbour' }])
  })
})
