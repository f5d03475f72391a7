import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRecapJob } from '../../app/jobs.ts'
import { createJobContext } from '../../testing/job-context.ts'
import { SUNDAY, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'

let testApp: TestApp
let admin: TestClient
/** The manager of the Anchors. */
let player: TestClient
beforeEach(async () => {
  ;({ testApp, admin, player } = await createTwoSeasons())
})
afterEach(() => testApp.close())

async function subscribe(kind: string, client = admin): Promise<string> {
  const { status, body } = await client.post('/api/account/subscriptions/', { kind })
  expect([status, body.created.kind]).toEqual([200, kind])
  return body.path
}

/** Reads without cookies, as calendar apps do. */
async function read(path: string) {
  const response = await testApp.app.inject({ url: path })
  return { status: response.statusCode, headers: response.headers, text: response.payload }
}

/** The events of a calendar, as their properties by name, with continued lines joined. */
function eventsOf(text: string): Record<string, string>[] {
  const [, ...events] = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n')
  return events.map((event) =>
    Object.fromEntries(
      event.split('\r\n').flatMap((line) => {
        const colon = line.indexOf(':')
        return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]]
      }),
    ),
  )
}

describe('the calendar', () => {
  it("has the games of the user's team, with opponents and final scores", async () => {
    const path = await subscribe('calendar', player)
    expect(path).toMatch(/^\/api\/subscriptions\/calendar\/[\w-]{22}\/$/)
    const { status, headers, text } = await read(path)
    expect([status, headers]).toMatchObject([
      200,
      { 'content-type': 'text/calendar; charset=utf-8', 'x-robots-tag': 'noindex' },
    ])
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    const events = eventsOf(text)
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual([
      'Week 1: Buoys at Anchors (88.0–101.5)',
      'Week 2: Cleats at Anchors',
      'Week 3: Anchors at Buoys',
    ])
    expect(events[0]).toMatchObject({
      UID: expect.stringMatching(/^game-\d+-2026-1@/),
      // From Thursday, September 10, through Monday.
      'DTSTART;VALUE=DATE': '20260910',
      'DTEND;VALUE=DATE': '20260915',
      DESCRIPTION: 'Harbour',
    })
  })

  it('does not change until its data do, so that apps see no updates', async () => {
    const path = await subscribe('calendar', player)
    const first = await read(path)
    testApp.clock.now = new Date(SUNDAY.getTime() + 3_600_000)
    expect((await read(path)).text).toBe(first.text)
    const season = buildCurrentSeason()
    testApp.provider.read = () => ({
      ...season,
      teams: season.teams.map((team) => ({ ...team, name: `New ${team.name}` })),
    })
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    expect((await read(path)).text).toContain('New Buoys at New Anchors')
  })

  it('has the draft for every member, moves it, and removes it once its date is unknown', async () => {
    const paths = [await subscribe('calendar'), await subscribe('calendar', player)]
    const readDrafts = async (draftAt: Date | null) => {
      testApp.provider.read = () => ({ ...buildCurrentSeason(), draftAt })
      await admin.post('/api/refresh-espn/', { name: 'Harbour' })
      const calendars = await Promise.all(paths.map(read))
      return calendars.map(({ text }) => eventsOf(text).filter(({ UID }) => UID?.startsWith('draft-')))
    }
    const saturday = {
      UID: expect.stringMatching(`^draft-${await testApp.findLeagueId()}-2026@`),
      SUMMARY: 'Draft: Harbour',
      DTSTART: '20260829T230000Z',
      DTEND: '20260830T010000Z',
    }
    const expected = expect.objectContaining(saturday)
    expect(await readDrafts(new Date('2026-08-29T23:00:00Z'))).toEqual([[expected], [expected]])
    testApp.clock.now = new Date(SUNDAY.getTime() + 3_600_000)
    const moved = expect.objectContaining({ UID: saturday.UID, DTSTART: '20260831T003000Z' })
    expect(await readDrafts(new Date('2026-08-31T00:30:00Z'))).toEqual([[moved], [moved]])
    expect(await readDrafts(null)).toEqual([[], []])
  })

  it('has the deadlines of the Betslip, also without a team', async () => {
    await admin.post('/api/league/Harbour/settings/', { has_betslip: true })
    const path = await subscribe('calendar')
    const events = eventsOf((await read(path)).text)
    const deadlines = events.filter(({ SUMMARY }) => SUMMARY?.startsWith('Betslip'))
    expect(deadlines).toHaveLength(17)
    // Saturday, September 12, 17:00 in Chicago.
    expect(deadlines[0]).toMatchObject({ SUMMARY: 'Betslip: Week 1 picks lock', DTSTART: '20260912T220000Z' })
  })

  it('has nothing of leagues that the user has left', async () => {
    const mia = await testApp.registerUser('mia')
    await admin.post('/api/assign-user/', { username: 'mia', league: 'Harbour', role: 'player' })
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 3, username: 'mia' })
    const path = await subscribe('calendar', mia)
    expect(eventsOf((await read(path)).text)).toHaveLength(2)
    await admin.post('/api/league/Harbour/members/remove/', { username: 'mia' })
    expect(eventsOf((await read(path)).text)).toEqual([])
  })
})

describe('the feed of recaps', () => {
  it('has the recaps of the leagues of the user, with texts that are no markup', async () => {
    const season = buildCurrentSeason()
    testApp.provider.read = () => ({
      ...season,
      teams: season.teams.map((team) => ({ ...team, name: `<b>${team.name}</b> & Co` })),
    })
    testApp.clock.now = new Date('2026-09-15T14:00:00Z')
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    await createRecapJob(createJobContext(testApp.db, () => testApp.clock.now)).run(
      AbortSignal.timeout(10_000),
    )
    const path = await subscribe('recaps')
    const { headers, text } = await read(path)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
    )
    expect(text).toContain('Harbour: Week 1 Recap')
    expect(text).toContain('<updated>2026-09-15T14:00:00.000Z</updated>')
    expect(text).toContain('&lt;b&gt;Anchors&lt;/b&gt; &amp; Co')
    expect(text).not.toContain('<b>')
    const stranger = await testApp.registerUser('stranger')
    expect((await read(await subscribe('recaps', stranger))).text).not.toContain('Harbour')
  })
})

describe('an address', () => {
  it('works until it is replaced or turned off', async () => {
    const first = await subscribe('calendar')
    const second = await subscribe('calendar')
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await admin.get('/api/account/subscriptions/')).body).toEqual({
      subscriptions: [{ kind: 'calendar', created_at: SUNDAY.toISOString() }],
    })
    const revoke = () => admin.post('/api/account/subscriptions/revoke/', { kind: 'calendar' })
    expect((await revoke()).status).toBe(200)
    expect((await read(second)).status).toBe(404)
    expect([(await revoke()).body.code]).toEqual(['subscription_not_found'])
  })

  it('opens nothing else: not the other kind, no page, no API', async () => {
    const path = await subscribe('calendar')
    const code = path.split('/').at(-2) ?? ''
    expect((await read(path.replace('calendar', 'recaps'))).status).toBe(404)
    const asToken = await testApp.app.inject({
      url: '/api/league/Harbour/standings/',
      headers: { authorization: `Bearer ${code}` },
      cookies: { sessionid: code },
    })
    expect(asToken.statusCode).toBe(401)
  })

  it('is stored as a hash, and ends with a disabled or deleted account', async () => {
    const mia = await testApp.registerUser('mia')
    const path = await subscribe('recaps', mia)
    const row = await testApp.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(path.split('/').at(-2))
    const disable = (is_disabled: boolean) =>
      admin.post('/api/users/set-disabled/', { username: 'mia', is_disabled })
    expect((await disable(true)).status).toBe(200)
    expect((await read(path)).status).toBe(404)
    await disable(false)
    expect((await read(path)).status).toBe(200)
    const leaving = await testApp.registerUser('ned')
    const other = await subscribe('calendar', leaving)
    expect((await leaving.post('/api/account/delete/', { username: 'ned' })).status).toBe(200)
    expect((await read(other)).status).toBe(404)
  })
})
