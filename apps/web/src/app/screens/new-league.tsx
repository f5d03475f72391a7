import { Suspense } from 'react'
import { NewLeagueScreen } from '../../features/leagues/new-league/new-league-screen.tsx'
import { CREATED_LEAGUE_VIEW } from '../../router/location.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { useLeagueEvents } from '../league/use-league-events.ts'

const CreateInvite = lazyNamed(() => import('../../features/invites/create-invite.tsx'), 'CreateInvite')

/** The steps from a league on its platform to its invitations. */
export function NewLeague() {
  const router = useRouter()
  const location = useLocation()
  const league = location.view === CREATED_LEAGUE_VIEW ? location.league : null
  useLeagueEvents(league ?? '', 'steps')
  return (
    <NewLeagueScreen
      league={league}
      entry={league === null ? location.view : null}
      onFind={(view) => router.navigate({ route: 'new-league', view })}
      onCreated={(name) => router.replace({ route: 'new-league', league: name, view: CREATED_LEAGUE_VIEW })}
      onOpenLeague={() => router.navigate({ route: 'league', league, tab: 'overview' })}
      onOpenAdmin={() => router.navigate({ route: 'admin' })}
      invite={
        league === null ? null : (
          <Suspense fallback={<Skeleton label="Loading the invite link" rows={2} height={44} />}>
            <CreateInvite key={league} league={league} />
          </Suspense>
        )
      }
    />
  )
}
