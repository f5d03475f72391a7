import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { LinkedAccountsSection } from '../../features/accounts/oidc/linked-accounts-section.tsx'
import type { User } from '../../features/accounts/session.ts'
import { AccountScreen } from '../../features/accounts/settings/account-screen.tsx'
import { myLeaguesQuery } from '../../features/leagues/use-leagues.ts'
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx'
import { ThemeField } from '../../theme/theme-field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'

const SecuritySection = lazyNamed(
  () => import('../../features/accounts/security/security-section.tsx'),
  'SecuritySection',
)

const OwnPeopleSection = lazyNamed(
  () => import('../../features/imported-people/own-people-section.tsx'),
  'OwnPeopleSection',
)

const MutesSection = lazyNamed(
  () => import('../../features/feed/moderation/mutes-section.tsx'),
  'MutesSection',
)

const OwnLeaguesSection = lazyNamed(
  () => import('../../features/leagues/members/own-leagues-section.tsx'),
  'OwnLeaguesSection',
)

const ApiTokensSection = lazyNamed(
  () => import('../../features/accounts/api-tokens/api-tokens-section.tsx'),
  'ApiTokensSection',
)

const SubscriptionsSection = lazyNamed(
  () => import('../../features/accounts/subscriptions/subscriptions-section.tsx'),
  'SubscriptionsSection',
)

export function AccountPage({ user }: { user: User }) {
  const { data: leagues = [] } = useQuery(myLeaguesQuery(user.username))
  return (
    <AccountScreen user={user}>
      {user.must_add_second_factor === true ? (
        <Notice tone="warn">
          Your site admin rights need a second factor. Add a passkey or an authenticator app below.
        </Notice>
      ) : null}
      <LinkedAccountsSection />
      <Suspense fallback={null}>
        <OwnPeopleSection />
      </Suspense>
      <Suspense fallback={<Skeleton label="Loading your sign-in security" rows={2} height={60} />}>
        <SecuritySection />
      </Suspense>
      <Suspense fallback={null}>
        <OwnLeaguesSection username={user.username} />
      </Suspense>
      <NotificationsSection />
      <Suspense fallback={null}>
        <MutesSection />
      </Suspense>
      <Suspense fallback={<Skeleton label="Loading your calendar and feeds" rows={2} height={60} />}>
        <SubscriptionsSection />
      </Suspense>
      <Suspense fallback={<Skeleton label="Loading your API tokens" rows={1} height={60} />}>
        <ApiTokensSection leagues={leagues.map(({ name }) => name)} />
      </Suspense>
      <Card title="Appearance">
        <ThemeField />
      </Card>
    </AccountScreen>
  )
}
