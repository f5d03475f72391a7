import { CreateInvite } from '../../features/invites/create-invite.tsx'
import { NewLeagueScreen } from '../../features/leagues/new-league/new-league-screen.tsx'
import { CREATED_LEAGUE_VIEW } from '../../router/location.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { useLeagueEvents } from '../league/use-league-events.ts'

/** The steps from a league on ESPN to its invitations. */
export function NewLeague() {
  const router = useRouter()
  const location = useLocation()
  const league = location.view === CREATED_LEAGUE_VIEW ? location.league : null
  useLeagueEvents(league ?? '', 'steps')
  return (
    <NewLeagueScreen
      league={league}
      espnId={league === null ? location.view : null}
      onFind={(view) => router.navigate({ route: 'new-league', view })}
      onCreated={(name) => router.replace({ route: 'new-league', league: name, view: CREATED_LEAGUE_VIEW })}
      onOpenLeague={() => router.navigate({ route: 'league', league, tab: 'overview' })}
      onOpenAdmin={() => router.navigate({ route: 'admin' })}
      invite={league === null ? null : <CreateInvite key={league} league={league} />}
    />
  )
}
