import { displayNameOf } from '@fieldhouse/domain/names'
import { canCreateLeague, canManageLeague } from '@fieldhouse/domain/roles'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { User } from '../features/accounts/session.ts'
import { useSignOut } from '../features/accounts/use-accounts.ts'
import { leaguesOf } from '../features/leagues/use-leagues.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { type Place, type Route, shownRoute } from './router/place.ts'
import { usePlace, useRouter } from './router/use-router.ts'
import * as screens from './screens.ts'
import { Bulletins } from './shell/bulletins.tsx'
import { Shell } from './shell/shell.tsx'

const Dashboard = lazy(screens.dashboard)
const LeaguePicker = lazy(screens.leaguePicker)
const LeagueScreen = lazy(screens.leagueScreen)
const AdminScreen = lazy(screens.adminScreen)
const AccountPage = lazy(screens.accountScreen)

type Props = { user: User }

/** The shell with the screen of the current place. */
export function SignedIn({ user }: Props) {
  const router = useRouter()
  const place = usePlace()
  const canAdmin = useCanAdmin(user)
  const signOut = useSignOut(() => router.signOut())
  const route = shownRoute(place, true)

  return (
    <Shell
      user={user}
      canAdmin={canAdmin}
      route={route}
      onGo={(to) => router.go({ route: to })}
      onSignOut={() => signOut.mutate()}
      bulletins={<Bulletins />}
    >
      <ErrorBoundary key={`${route} ${place.league ?? ''}`}>
        <Suspense fallback={<Skeleton label="Loading the screen" rows={3} height={72} />}>
          <Screen user={user} canAdmin={canAdmin} route={route} place={place} />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

/** Site admins, staff, and whoever runs a league. */
function useCanAdmin(user: User): boolean {
  const leagues = useQuery(leaguesOf(user.username))
  const runsALeague = leagues.data?.some((league) => league.role === 'admin') ?? false
  return canCreateLeague({ isAdmin: user.is_admin, isStaff: user.is_staff, isAnyLeagueAdmin: runsALeague })
}

type ScreenProps = { user: User; canAdmin: boolean; route: Route; place: Place }

function Screen({ user, canAdmin, route, place }: ScreenProps) {
  const router = useRouter()
  const leagues = useQuery(leaguesOf(user.username))
  const openLeague = (league: string) => router.go({ route: 'league', league, tab: 'overview' })

  switch (route) {
    case 'select-league':
      return <LeaguePicker username={user.username} onChoose={openLeague} />
    case 'league':
      return (
        <LeagueScreen
          key={place.league}
          league={place.league ?? ''}
          user={displayNameOf({
            firstName: user.first_name,
            lastName: user.last_name,
            username: user.username,
          })}
          canRun={canManageLeague(
            { isAdmin: user.is_admin, isStaff: user.is_staff },
            leagues.data?.find(({ name }) => name === place.league)?.role ?? null,
          )}
          tab={place.tab}
          onTab={(tab) => router.go({ tab })}
          onNoTab={() => router.replace({ tab: 'overview' })}
          onOpenAdmin={() => router.go({ route: 'admin' })}
          onGone={() => router.replace({ route: 'dashboard', league: null })}
        />
      )
    case 'admin':
      return (
        <AdminScreen
          user={user}
          isAnyAdmin={canAdmin}
          activeLeague={place.league}
          onActiveLeague={(league) => router.replace({ league })}
        />
      )
    case 'account':
      return <AccountPage user={user} />
    case 'dashboard':
    case 'login':
    case 'register':
      return (
        <Dashboard
          user={user}
          canAdmin={canAdmin}
          onOpenLeague={openLeague}
          onSelectLeague={() => router.go({ route: 'select-league' })}
          onOpenAdmin={() => router.go({ route: 'admin' })}
        />
      )
  }
}
