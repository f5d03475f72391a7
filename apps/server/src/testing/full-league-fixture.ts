import { writeWeek } from '../database/archive-writes.ts'
import { inTransaction } from '../database/transaction.ts'
import { createPhoto } from './media-files.ts'
import { postFiles } from './multipart-form.ts'
import { buildSeason } from './season-fixture.ts'
import { createSocialLeague, type SocialLeague } from './social-league-fixture.ts'
import { buildWeek } from './week-fixture.ts'

/** What no archive, backup or answer may show of a league's cookies. */
export const CANARY_COOKIES = { swid: '{CANARY-SWID}', s2: 'canary-s2' }

/** A league in which everything was done once that leaves a row. */
export async function createFullLeague(): Promise<SocialLeague> {
  const league = await createSocialLeague()
  const { testApp, clients, post, leagueId, advanceClock } = league
  testApp.provider.read = () => buildSeason()
  await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await inTransaction(testApp.db, (transaction) =>
    writeWeek(transaction, leagueId, buildWeek(), {
      receivedAt: testApp.clock.now,
      isFetched: false,
    }),
  )
  await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
  await clients.stranger.post('/api/request-league/', { league: 'Harbour', message: 'May I?' })
  const { body: first } = await post('player', 'posts/', { content: '=1+1, said "he"' })
  advanceClock()
  const { body: second } = await post('viewer', 'posts/', { content: 'Second' })
  await post('skipper', `posts/${first.id}/comments/`, { body: 'Indeed.' })
  await post('skipper', `posts/${second.id}/like/`)
  await post('skipper', `posts/${first.id}/pin/`, { pinned: true })
  advanceClock()
  const { body: open } = await post('player', 'proposals/', {
    question: 'Who?',
    options: ['Ann', 'Bob'],
    anonymous: false,
  })
  await post('viewer', `proposals/${open.id}/vote/`, { option_id: open.options[1].id })
  advanceClock()
  const { body: secret } = await post('player', 'proposals/', {
    question: 'Really?',
    options: ['Yes', 'No'],
    anonymous: true,
  })
  await post('viewer', `proposals/${secret.id}/vote/`, { option_id: secret.options[0].id })
  advanceClock()
  await postFiles(clients.player, '/api/league/Harbour/social/media/', [
    { name: 'us.jpg', content: await createPhoto() },
  ])
  await postFiles(clients.boss, '/api/league/Harbour/owners/Ada Marlow/picture/', [
    { name: 'ada.jpg', field: 'file', content: await createPhoto() },
  ])
  await testApp.db.updateTable('leagues').set({ has_betslip: 1 }).execute()
  const pick = { owner: 'Rosa Field', season: 2026, week: 6, text: '=Bears "+3", -110' }
  await clients.boss.post('/api/league/Harbour/bets/save/', pick)
  await clients.skipper.post('/api/league/Harbour/espn-credentials/', { ...CANARY_COOKIES, force: true })
  return league
}
