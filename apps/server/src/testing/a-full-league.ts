import { writeWeek } from '../database/archive-writes.ts'
import { inTransaction } from '../database/transaction.ts'
import { postFiles } from './a-form.ts'
import { aSeason } from './a-season.ts'
import { aSocialLeague, type SocialLeague } from './a-social-league.ts'
import { aWeek } from './a-week.ts'
import { aPhoto } from './media-files.ts'

/** What no archive, backup or answer may show of a league's cookies. */
export const CANARY_COOKIES = { swid: '{CANARY-SWID}', s2: 'canary-s2' }

/** A league in which everything was done once that leaves a row. */
export async function aFullLeague(): Promise<SocialLeague> {
  const league = await aSocialLeague()
  const { world, people, post, leagueId, later } = league
  world.provider.read = () => aSeason()
  await people.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await inTransaction(world.db, (transaction) =>
    writeWeek(transaction, leagueId, aWeek(), {
      at: world.clock.now,
      isFetched: false,
    }),
  )
  await people.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
  await people.stranger.post('/api/request-league/', { league: 'Harbour', message: 'May I?' })
  const { body: first } = await post('player', 'posts/', { content: '=1+1, said "he"' })
  later()
  const { body: second } = await post('viewer', 'posts/', { content: 'Second' })
  await post('skipper', `posts/${first.id}/comments/`, { body: 'Indeed.' })
  await post('skipper', `posts/${second.id}/like/`)
  await post('skipper', `posts/${first.id}/pin/`, { pinned: true })
  later()
  const { body: open } = await post('player', 'proposals/', {
    question: 'Who?',
    options: ['Ann', 'Bob'],
    anonymous: false,
  })
  await post('viewer', `proposals/${open.id}/vote/`, { option_id: open.options[1].id })
  later()
  const { body: secret } = await post('player', 'proposals/', {
    question: 'Really?',
    options: ['Yes', 'No'],
    anonymous: true,
  })
  await post('viewer', `proposals/${secret.id}/vote/`, { option_id: secret.options[0].id })
  later()
  await postFiles(people.player, '/api/league/Harbour/social/media/', [
    { name: 'us.jpg', content: await aPhoto() },
  ])
  await postFiles(people.boss, '/api/league/Harbour/owners/Ada Marlow/picture/', [
    { name: 'ada.jpg', field: 'file', content: await aPhoto() },
  ])
  await world.db.updateTable('leagues').set({ has_betslip: 1 }).execute()
  const pick = { owner: 'Rosa Field', season: 2026, week: 6, text: '=Bears "+3", -110' }
  await people.boss.post('/api/league/Harbour/bets/save/', pick)
  await people.skipper.post('/api/league/Harbour/espn-credentials/', { ...CANARY_COOKIES, force: true })
  return league
}
