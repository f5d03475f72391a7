import { type Client, createClient } from '../bench/program.ts'
import { ADMIN_CODE, LEAGUE_NAME } from './server.ts'

export type League = {
  admin: Client
  writers: Client[]
  post: number
  proposal: number
  options: number[]
  week: BetWeek | null
}

type BetWeek = { season: number; week: number }

export const LEAGUE_PATH = `/api/league/${LEAGUE_NAME}`
export const SOCIAL_PATH = `${LEAGUE_PATH}/social`

export async function createLeague(
  address: string,
  { writers: count = 8, espnLeagueId = 4711 }: { writers?: number; espnLeagueId?: number } = {},
): Promise<League> {
  const admin = createClient(address, 'commissioner')
  await register(admin, { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', {
    name: LEAGUE_NAME,
    espn_league_id: espnLeagueId,
  })
  const writers = Array.from({ length: count }, (_, index) => createClient(address, `writer-${index + 1}`))
  for (const writer of writers) await register(writer)
  for (const { name } of writers) {
    await admin.post('/api/assign-user/', {
      username: name,
      league: LEAGUE_NAME,
      role: 'player',
    })
  }
  const post = await admin.post(`${SOCIAL_PATH}/posts/`, { content: 'Who wins this week?' })
  const proposal: { id: number; options: { id: number }[] } = await admin.post(`${SOCIAL_PATH}/proposals/`, {
    question: 'Where is the draft?',
    options: ['At the harbor', 'On the pier', 'At home'],
  })
  const options = proposal.options.map(({ id }) => id)
  return {
    admin,
    writers,
    post: post.id,
    proposal: proposal.id,
    options,
    week: await findOpenWeek(admin),
  }
}

export async function register(client: Client, fields: Record<string, string> = {}) {
  await client.post('/api/register/', {
    username: client.name,
    password: passwordOf(client.name),
    ...fields,
  })
}

export function passwordOf(name: string) {
  return `${name}-has-a-secret`
}

/** Returns null between seasons, when every week is over. */
async function findOpenWeek(client: Client): Promise<BetWeek | null> {
  const { season, weeks }: { season: number; weeks: { week: number; locked: boolean }[] } = await client.get(
    `${LEAGUE_PATH}/bets/`,
  )
  const open = weeks.findLast(({ locked }) => !locked)
  return open === undefined ? null : { season, week: open.week }
}
