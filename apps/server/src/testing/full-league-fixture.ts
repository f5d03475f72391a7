import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTransaction } from '../database/engine/database.ts'
import { writePart } from '../repositories/archive-store.ts'
import { listFiles } from './list-files.ts'
import { createPhoto } from './media-files.ts'
import { postFiles } from './multipart-form.ts'
import { buildSeason } from './season-fixture.ts'
import { createSocialLeague, type SocialLeague, socialLeague } from './social-league-fixture.ts'
import { startApp, type TestClient } from './start-app.ts'
import { copyFilledDatabase, type TestDatabase } from './test-database.ts'
import { buildWeek } from './week-fixture.ts'

/** Cookies of a league that must not appear in any archive, backup or response. */
export const CANARY_COOKIES = { swid: '{CANARY-SWID}', s2: 'canary-s2' }

const readSeason = () => buildSeason({ draftAt: new Date('2026-08-29T23:00:00Z') })

/** A league in which every action that stores a row was performed once. It is created once per file of tests. */
export async function createFullLeague(): Promise<SocialLeague> {
  const { details, ...database } = await copyFilledDatabase(fillFullLeague)
  const testApp = await startApp({}, { database })
  for (const [path, content] of details.files) {
    mkdirSync(dirname(join(testApp.dataDir, path)), { recursive: true })
    writeFileSync(join(testApp.dataDir, path), content)
  }
  testApp.clock.now = details.now
  testApp.provider.read = readSeason
  const signIn = ({ cookies }: Pick<TestClient, 'cookies'>) => {
    const client = testApp.client()
    for (const [name, value] of cookies) client.cookies.set(name, value)
    return client
  }
  const { anonymous, stranger, player, viewer, skipper, boss } = details.clients
  const clients = {
    anonymous: signIn(anonymous),
    stranger: signIn(stranger),
    player: signIn(player),
    viewer: signIn(viewer),
    skipper: signIn(skipper),
    boss: signIn(boss),
  }
  const close = async () => {
    await testApp.close()
    await database.drop()
  }
  return socialLeague({ ...testApp, close }, details.leagueId, clients)
}

/** Returns what belongs to the rows of the league. The paths of files are relative to the data folder. */
async function fillFullLeague(database: TestDatabase) {
  const { testApp, clients, leagueId } = await buildFullLeague(database)
  const { app, dataDir, clock } = testApp
  await app.close()
  const files = listFiles(dataDir).map(({ name }) => [name, readFileSync(join(dataDir, name))] as const)
  await testApp.close()
  return { leagueId, clients, files, now: clock.now }
}

async function buildFullLeague(database: TestDatabase): Promise<SocialLeague> {
  const league = await createSocialLeague({}, { database })
  const { testApp, clients, post, leagueId, advanceClock } = league
  testApp.provider.read = readSeason
  await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await inTransaction(testApp.db, (transaction) =>
    writePart(
      transaction,
      leagueId,
      { name: 'line-ups', week: buildWeek() },
      { receivedAt: testApp.clock.now, isFetched: false },
    ),
  )
  await clients.boss.post('/api/league/Harbour/keeper-rule/', { unit: 'round', undrafted: 'last_round' })
  await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
  await clients.stranger.post('/api/request-league/', { league: 'Harbour', message: 'May I?' })
  const { body: firstPost } = await post('player', 'posts/', { content: '=1+1, said "he"' })
  advanceClock()
  const { members } = (await clients.player.get('/api/league/Harbour/mentionables/')).body
  const id = members.find(({ name }: { name: string }) => name === 'Rosa Field').id
  const { body: secondPost } = await post('viewer', 'posts/', {
    content: 'Second to @Anchors',
    mentions: [{ kind: 'team', id: 1, start: 10, length: 8 }],
  })
  await post('skipper', `posts/${firstPost.id}/comments/`, {
    body: 'Indeed, @Rosa Field.',
    mentions: [{ kind: 'member', id, start: 8, length: 11 }],
  })
  await post('skipper', `posts/${secondPost.id}/like/`)
  await post('skipper', `posts/${firstPost.id}/pin/`, { pinned: true })
  advanceClock()
  const { body: openVote } = await post('player', 'proposals/', {
    question: 'Who?',
    options: ['Ann', 'Bob'],
    anonymous: false,
  })
  await post('viewer', `proposals/${openVote.id}/vote/`, { option_id: openVote.options[1].id })
  advanceClock()
  const { body: anonymousVote } = await post('player', 'proposals/', {
    question: 'Really?',
    options: ['Yes', 'No'],
    anonymous: true,
  })
  await post('viewer', `proposals/${anonymousVote.id}/vote/`, { option_id: anonymousVote.options[0].id })
  advanceClock()
  const photo = await createPhoto()
  await postFiles(clients.player, '/api/league/Harbour/social/media/', [{ name: 'us.jpg', content: photo }])
  const { body: uploaded } = await postFiles(
    clients.player,
    '/api/league/Harbour/social/posts/media/',
    ['stands.jpg', 'unused.jpg'].map((name) => ({ name, content: photo })),
  )
  const file = { key: uploaded.media[0].key, caption: 'Our stands', alt_text: 'Fans in the rain' }
  await post('player', 'posts/', { content: '', media: [file] })
  await post('viewer', `moderation/post/${firstPost.id}/report/`, { reason: 'other', note: 'Please look' })
  await post('viewer', `moderation/post/${firstPost.id}/mute/`)
  await post('skipper', `moderation/post/${secondPost.id}/hide/`, { reason: 'Off topic' })
  await post('skipper', 'slow-mode/', { seconds: 60 })
  await postFiles(clients.boss, '/api/league/Harbour/owners/Ada Marlow/picture/', [
    { name: 'ada.jpg', field: 'file', content: await createPhoto() },
  ])
  await postFiles(clients.boss, '/api/league/Harbour/trophy/?description=A%20tin%20cup', [
    { name: 'cup.jpg', field: 'file', content: await createPhoto() },
  ])
  await testApp.db.updateTable('leagues').set({ has_betslip: 1 }).execute()
  const pick = { owner: 'Rosa Field', season: 2026, week: 6, text: '=Bears "+3", -110' }
  await clients.boss.post('/api/league/Harbour/bets/save/', pick)
  const payment = { season: 2026, week: 6, covered_by: 'Rosa Field', paid: true }
  await clients.boss.post('/api/league/Harbour/bets/payment/', payment)
  await setUpDues(clients.boss)
  await clients.skipper.post('/api/league/Harbour/espn-credentials/', { ...CANARY_COOKIES, force: true })
  return league
}

/** Dues with a payment, an adjustment, and two prizes of which one is won and paid out. */
async function setUpDues(boss: SocialLeague['clients']['boss']): Promise<void> {
  const dues = '/api/league/Harbour/dues/'
  const prize = {
    prize_id: null,
    kind: 'custom',
    title: '=Best "name"',
    amount: '25',
    includes_playoffs: false,
  }
  const weekly = { ...prize, kind: 'weekly_high', title: null, amount: '5' }
  await boss.post(dues, {
    season: 2026,
    version: 0,
    amount: '50.50',
    due_on: '2026-09-01',
    note: 'Cash, or @harbour on the app.',
    prizes: [prize, weekly],
  })
  const team = { season: 2026, team_id: 1 }
  await boss.post(`${dues}payments/`, { ...team, amount: '20', paid_on: '2026-08-30', note: '=cash' })
  await boss.post(`${dues}adjustments/`, { ...team, amount: '-5', reason: 'Drafted for a friend' })
  await boss.post(`${dues}winner/`, { ...team, prize_id: 1 })
  await boss.post(`${dues}payouts/`, {
    ...team,
    prize_id: 1,
    week: null,
    amount: '25',
    paid_on: '2026-10-10',
  })
}
