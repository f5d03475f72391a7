import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settlementJob } from '../features/betslip/settlement.ts'
import { smtpMailer } from '../mail/mail.ts'
import { saveScoreboard } from '../repositories/nfl.ts'
import {
  BEFORE_CUTOFF,
  BETS_URL,
  type BetslipFixture,
  startBetslipFixture,
} from '../testing/betslip-fixture.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { NO_PROGRESS } from '../testing/nfl-progress.ts'
import { createPushBrowser } from '../testing/push-browser.ts'
import { runNow, runQueuedJobs } from '../testing/run-jobs.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { notificationJobKinds } from './jobs.ts'

const SUNDAY_NIGHT = new Date('2026-10-12T03:30:00Z')

let betslip: BetslipFixture
let pushService: WebhookReceiver
let mailServer: MailServer
beforeEach(async () => {
  pushService = await startWebhookReceiver()
  mailServer = await startMailServer()
  betslip = await startBetslipFixture({ PUSH_ANYWHERE: true, SMTP_URL: mailServer.url })
  await saveGame(null)
  await savePicks()
  await betslip.setClock(SUNDAY_NIGHT)
})
afterEach(async () => {
  await betslip.close()
  await Promise.all([pushService[Symbol.asyncDispose](), mailServer.close()])
})

/** Saves the game of Chicago at Detroit; without a score before its kickoff. */
async function saveGame(score: { home: number; away: number } | null) {
  const game = {
    gameId: 401,
    season: 2026,
    week: 5,
    homeTeamId: 8,
    awayTeamId: 3,
    kickoff: new Date('2026-10-11T17:00:00Z'),
    isTimeSet: true,
    state: score === null ? ('pre' as const) : ('post' as const),
    venueId: null,
    venueName: null,
    isNeutral: null,
    isIndoor: null,
    line: null,
    progress: score === null ? NO_PROGRESS : { ...NO_PROGRESS, period: 4, score },
  }
  await saveScoreboard(betslip.db, { season: 2026, week: 5, games: [game], byes: [] }, BEFORE_CUTOFF)
}

/** Rosa bets on Chicago from the odds board, and Ben in free text. */
async function savePicks() {
  const selection = { game_id: 401, market: 'spread', side: 'away', line: 3 }
  await betslip.rosa.post(`${BETS_URL}save/`, { owner: 'Rosa Field', text: 'Bears +3 (+150)', selection })
  await betslip.ben.post(`${BETS_URL}save/`, { owner: 'ben', text: 'Jets by a lot (-110)' })
}

const settleBen = (result: string | null) =>
  betslip.boss.post(`${BETS_URL}settle/`, { owner: 'ben', week: 5, result })

async function settleByScore(home: number, away: number) {
  await saveGame({ home, away })
  const now = () => betslip.clock.now
  const job = () => settlementJob(betslip.db, now)
  // Two processes may run it at the same time.
  await Promise.all([job().run(AbortSignal.timeout(10_000)), job().run(AbortSignal.timeout(10_000))])
}

/** Runs the notifications of two processes, and then the deliveries that are due. */
async function deliver() {
  const now = () => betslip.clock.now
  const kinds = notificationJobKinds({
    db: betslip.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: true },
    mailer: smtpMailer(mailServer.url, 'desk@league.example'),
    mailPool: { slots: 3 },
    publicUrl: () => 'https://league.example',
    now,
  })
  const scheduled = kinds.filter(({ schedule }) => schedule !== undefined)
  await Promise.all([...scheduled, ...scheduled].map((kind) => runNow(kind)))
  await runQueuedJobs(betslip.db, kinds, now)
}

type Inbox = { items: { kind: string; title: string; body: string }[] }

async function readInbox(client = betslip.rosa) {
  await deliver()
  const { items } = (await client.get('/api/inbox/')).body as Inbox
  return items.filter(({ kind }) => kind === 'slip').map(({ title, body }) => [title, body])
}

async function listSlipEvents() {
  const rows = await betslip.db
    .selectFrom('league_events')
    .select('data')
    .where('name', '=', 'bets')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ data }) => JSON.parse(data).slip ?? [])
}

const advance = (ms: number) => betslip.setClock(new Date(betslip.clock.now.getTime() + ms))

const LOST = ['The Week 5 slip lost', 'Harbour: $10.00 staked, $0.00 returned.']

describe('the result of a slip', () => {
  it('reaches nobody in a league that has turned its betslip off', async () => {
    await settleBen('won')
    await betslip.boss.post('/api/league/Harbour/settings/', { has_betslip: false })
    await settleByScore(17, 20)
    expect(await readInbox()).toEqual([])
  })

  it('reaches all members when its last leg is settled, once', async () => {
    await settleBen('won')
    expect(await readInbox()).toEqual([])
    await settleByScore(17, 20)
    expect(await readInbox()).toEqual([['The Week 5 slip won', 'Harbour: $10.00 staked, $47.73 returned.']])
    await advance(5 * MINUTE_MS)
    await settleByScore(17, 20)
    await settleBen('won')
    for (const member of [betslip.rosa, betslip.ben, betslip.boss])
      expect(await readInbox(member)).toHaveLength(1)
    expect(await listSlipEvents()).toEqual([
      { state: 'won', staked: '10.00', returned: '47.73', is_correction: false },
    ])
  })

  it('is not reported while a leg is open, although the slip is lost', async () => {
    await settleByScore(40, 3)
    expect(await readInbox()).toEqual([])
    await settleBen('won')
    expect(await readInbox()).toEqual([LOST])
  })

  it.each([
    ['push', 'push', 23, 20, 'The Week 5 slip was refunded', '$10.00 staked, $10.00 returned.'],
    ['won leg without a loss', 'void', 17, 20, 'The Week 5 slip won', '$10.00 staked, $25.00 returned.'],
  ])('with a %s counts the other leg as 1.0', async (_, ben, home, away, title, body) => {
    await settleBen(ben)
    await settleByScore(home, away)
    expect(await readInbox()).toEqual([[title, `Harbour: ${body}`]])
  })

  it('is reported again when a correction changes it, once for each correction', async () => {
    await settleBen('won')
    await settleByScore(40, 3)
    expect(await readInbox()).toEqual([LOST])
    await advance(HOUR_MS / 2)
    await settleByScore(17, 20)
    await settleByScore(17, 20)
    const corrected = ['Corrected: the Week 5 slip won', 'Harbour: $10.00 staked, $47.73 returned.']
    expect(await readInbox()).toEqual([corrected, LOST])
    await advance(HOUR_MS / 2)
    await settleBen(null)
    await settleBen('won')
    expect(await readInbox()).toEqual([corrected, LOST])
    expect(await listSlipEvents()).toMatchObject([{ is_correction: false }, { is_correction: true }])
  })

  it('names the stake alone when a leg that won has no odds', async () => {
    await betslip.setClock(BEFORE_CUTOFF)
    await betslip.ben.post(`${BETS_URL}save/`, { owner: 'ben', text: 'Jets by a lot' })
    await betslip.setClock(SUNDAY_NIGHT)
    await settleBen('won')
    await settleByScore(17, 20)
    expect(await readInbox()).toEqual([
      ['The Week 5 slip won', "Harbour: $10.00 staked. The return isn't known, because a leg has no odds."],
    ])
  })

  it('follows the choices of each member: push, and no item in the inbox', async () => {
    const browser = createPushBrowser(`${pushService.url}rosa`)
    await betslip.rosa.post('/api/notifications/devices/', browser.subscription)
    const kinds = [{ kind: 'slip', push: true, mail: false, inbox: false }]
    await betslip.rosa.post('/api/notifications/', { kinds })
    await betslip.ben.post('/api/notifications/', { kinds: [{ ...kinds[0], push: false }] })
    await settleBen('won')
    await settleByScore(17, 20)
    expect(await readInbox()).toEqual([])
    expect(await readInbox(betslip.ben)).toEqual([])
    expect(pushService.received.map(({ body }) => browser.decrypt(body))).toMatchObject([
      { title: 'The Week 5 slip won', path: '/?league=Harbour&tab=betslip&season=2026&week=5' },
    ])
  })
})
