import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import { canCreateLeague, canManageLeague, isSiteStaff } from '@fieldhouse/domain/league/roles'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { siteQuery } from '../../api/operations.ts'
import { nameOfUser, type User } from '../../features/accounts/session.ts'
import { IdentityCheck, useSignOut } from '../../features/accounts/sign-in-methods.tsx'
import { PostSender } from '../../features/feed/unsent/post-sender.tsx'
import { myLeaguesQuery } from '../../features/leagues/use-leagues.ts'
import {
  DRAFT_VIEW,
  type Location,
  type Route,
  resolveRoute,
  useLocation,
  useRouter,
} from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { Card } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart, preload } from '../../ui/lazy-named.ts'
import { loadDashboard, loadLeagueScreen } from '../app.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Banners, Shell } from '../shell/shell.tsx'

const LOADERS = {
  'select-league': () => import('../../features/leagues/dashboard/league-list.tsx'),
  league: loadLeagueScreen,
  admin: () => import('./admin-screen.tsx'),
  account: () => import('./account-page.tsx'),
  'new-league': () => import('./new-league.tsx'),
  dashboard: loadDashboard,
  login: loadDashboard,
  register: loadDashboard,
}

const Dashboard = lazyNamed(loadDashboard, 'Dashboard')
const LeaguePicker = lazyNamed(LOADERS['select-league'], 'LeaguePicker')
const LeagueScreen = lazyNamed(loadLeagueScreen, 'LeagueScreen')
const AdminScreen = lazyNamed(LOADERS.admin, 'AdminScreen')
const NewLeague = lazyNamed(LOADERS['new-league'], 'NewLeague')
const AccountPage = lazyNamed(LOADERS.account, 'AccountPage')
const LeagueWeek = lazyPart(() => import('./league-week.tsx'), 'LeagueWeek')
const SiteAddress = lazyNamed(() => import('../../features/site/site-address.tsx'), 'SiteAddress')
const SiteChecklist = lazyNamed(() => import('../../features/site/site-checklist.tsx'), 'SiteChecklist')
const EmailReminder = lazyPart(() => import('../../features/accounts/email-reminder.tsx'), 'EmailReminder')

export async function preloadScreen({ route, tab }: Location): Promise<void> {
  await preload(LOADERS[route])
  if (route !== 'league') return
  const { preloadTab } = await import('../league/league-screen.tsx')
  await preloadTab(tab)
}

export function SignedIn({ user }: { user: User }) {
  const router = useRouter()
  const location = useLocation()
  const canAdmin = useCanAdmin(user)
  const signOut = useSignOut(() => router.signOut())
  const route = landingRoute(resolveRoute(location, true), user)
  useFirstLeague(user)
  return (
    <Shell
      user={user}
      canAdmin={canAdmin}
      route={route}
      onNavigate={(to) => router.navigate({ route: to })}
      onSignOut={() => signOut.mutate()}
      banners={
        <>
          <Banners />
          {route === 'dashboard' && user.email !== '' ? <EmailReminder /> : null}
        </>
      }
    >
      <ErrorBoundary key={route === 'league' ? `${route} ${location.league ?? ''}` : route}>
        <Suspense fallback={<Skeleton label="Loading page" rows={3} height={72} />}>
          <Screen user={user} canAdmin={canAdmin} route={route} location={location} />
        </Suspense>
      </ErrorBoundary>
      <IdentityCheck />
      <PostSender user={nameOfUser(user)} />
    </Shell>
  )
}

/** Opens the draft of somebody's first league if no league was open on this device before. */
function useFirstLeague({ username }: User): void {
  const router = useRouter()
  const { route, league, view } = useLocation()
  const isMissing = route === 'league' && league === null && view === DRAFT_VIEW
  const first = useQuery({ ...myLeaguesQuery(username), enabled: isMissing }).data?.[0]?.name
  useEffect(() => {
    if (isMissing && first !== undefined)
      router.replace({ route: 'league', league: first, tab: 'history', view: DRAFT_VIEW })
  }, [router, isMissing, first])
}

/** Leads a site admin whose rights wait for a second factor to where they can add one, right after sign-in. */
function landingRoute(route: Route, user: User): Route {
  const isStart = route === 'dashboard' || route === 'admin'
  return isStart && user.must_add_second_factor === true ? 'account' : route
}

function useCanAdmin(user: User): boolean {
  const leagues = useQuery(myLeaguesQuery(user.username))
  const isAnyLeagueAdmin = leagues.data?.some((league) => league.role === 'admin') ?? false
  return canCreateLeague({ isAdmin: user.is_admin, isStaff: user.is_staff, isAnyLeagueAdmin })
}

type ScreenProps = { user: User; canAdmin: boolean; route: Route; location: Location }

function Screen({ user, canAdmin, route, location }: ScreenProps) {
  const router = useRouter()
  const leagues = useQuery(myLeaguesQuery(user.username))
  const openLeague = (league: string) => router.navigate({ route: 'league', league, tab: 'overview' })

  switch (route) {
    case 'select-league':
      return <LeaguePicker username={user.username} onChoose={openLeague} />
    case 'league':
      return (
        <LeagueScreen
          key={location.league}
          league={location.league ?? ''}
          user={nameOfUser(user)}
          canManage={canManageLeague(
            { isAdmin: user.is_admin, isStaff: user.is_staff },
            leagues.data?.find(({ name }) => name === location.league)?.role ?? null,
          )}
        />
      )
    case 'admin':
      return <AdminScreen user={user} isAnyAdmin={canAdmin} />
    case 'new-league':
      return <NewLeague user={user} />
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
          onSelectLeague={() => router.navigate({ route: 'select-league' })}
          onOpenAdmin={() => router.navigate({ route: 'admin' })}
          onFindLeague={
            isSiteStaff({ isAdmin: user.is_admin, isStaff: user.is_staff })
              ? (view) => router.navigate({ route: 'new-league', view })
              : null
          }
          setUp={user.is_admin ? <SetUpSite /> : null}
          renderWeek={(league) => <LeagueWeek league={league} />}
        />
      )
  }
}

function SetUpSite() {
  const site = useQuery(siteQuery)
  // Nobody else could open a loopback address, so there is nothing to confirm.
  const needsAddress = site.data?.address === null && !isLoopbackHost(window.location.hostname)
  return (
    <Suspense fallback={null}>
      <SiteChecklist />
      {needsAddress ? (
        <Card title="Address of this site">
          <SiteAddress />
        </Card>
      ) : null}
    </Suspense>
  )
}
