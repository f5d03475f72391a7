import type { FastifyInstance } from 'fastify'
import { LEAGUE_NAME, teamsIn } from '../../providers/simulated/cast.ts'
import { type PageVisitor, pageVisitor } from './page-visitor.ts'

/** Everybody's password in the demo league. */
export const DEMO_PASSWORD = 'touchdown-at-noon'

export type DemoPerson = { username: string; firstName: string; lastName: string; does: string }

/** Who can sign in: the commissioner, who runs the site too, two players, and a guest. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { username: 'greta', firstName: 'Greta', lastName: 'Lund', does: 'commissioner and site admin' },
  { username: 'ada', firstName: 'Ada', lastName: 'Quill', does: 'player' },
  { username: 'hugo', firstName: 'Hugo', lastName: 'Barley', does: 'player' },
  { username: 'nell', firstName: 'Nell', lastName: 'Ferris', does: 'viewer without a team' },
]

export type DemoOptions = {
  app: FastifyInstance
  adminCode: string
  providerLeagueId: number
  /** Oldest first. */
  seasons: readonly number[]
  /** Whether somebody runs the site already. */
  isInUse: boolean
}

/** The data are of a site that is not the demo. */
export class NotTheDemoError extends Error {
  override name = 'NotTheDemoError'
}

/**
 * Fills an empty site with the demo league, by the same calls that people's browsers make.
 * Does nothing to a site that has the league already, but for reading its current season again.
 * Throws a NotTheDemoError, and changes nothing, when the site is somebody's own.
 */
export async function furnish({
  app,
  adminCode,
  providerLeagueId,
  seasons,
  isInUse,
}: DemoOptions): Promise<void> {
  const [commissioner, ...others] = DEMO_PEOPLE
  if (commissioner === undefined) throw new Error('the demo has no commissioner')
  const greta = pageVisitor(app)
  if (await greta.signIn(commissioner.username, DEMO_PASSWORD)) {
    await greta.post('/api/refresh-espn/', { name: LEAGUE_NAME, season: seasons.at(-1) })
    return
  }
  if (isInUse) {
    throw new NotTheDemoError(
      'These data are of a site of your own. Name an empty folder for the demo with DATA_DIR.',
    )
  }
  await register(greta, commissioner, { role: 'admin', admin_code: adminCode })
  await greta.post('/api/create-league/', { name: LEAGUE_NAME, espn_league_id: providerLeagueId })
  for (const season of seasons) await greta.post('/api/refresh-espn/', { name: LEAGUE_NAME, season })
  for (const person of others) {
    await register(pageVisitor(app), person, {})
    await greta.post('/api/assign-user/', {
      username: person.username,
      league: LEAGUE_NAME,
      role: roleOf(person),
    })
  }
  for (const person of DEMO_PEOPLE) await giveTeam(greta, person, seasons.at(-1) ?? 0)
}

async function register(visitor: PageVisitor, person: DemoPerson, more: object): Promise<void> {
  await visitor.post('/api/register/', {
    username: person.username,
    password: DEMO_PASSWORD,
    first_name: person.firstName,
    last_name: person.lastName,
    ...more,
  })
}

function roleOf(person: DemoPerson): 'player' | 'viewer' {
  return person.does.startsWith('viewer') ? 'viewer' : 'player'
}

/** People of the cast get the team that is theirs at the provider. */
async function giveTeam(greta: PageVisitor, person: DemoPerson, newest: number): Promise<void> {
  const team = teamsIn(newest).find(({ owners }) =>
    owners.some(({ lastName }) => lastName === person.lastName),
  )
  if (team === undefined) return
  await greta.post(`/api/league/${encodeURIComponent(LEAGUE_NAME)}/assign-team/`, {
    league_team_id: team.teamId,
    username: person.username,
  })
}
