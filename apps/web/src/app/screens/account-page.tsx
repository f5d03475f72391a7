import { useQuery } from '@tanstack/react-query'
import { ApiTokensSection, SubscriptionsSection } from '../../features/accounts/access-tokens.tsx'
import { AccountScreen, LinkedAccountsSection } from '../../features/accounts/account-screen.tsx'
import type { User } from '../../features/accounts/session.ts'
import { MutesSection } from '../../features/feed/moderation/mutes-section.tsx'
import { OwnPeopleSection } from '../../features/imported-people/own-people-section.tsx'
import { OwnLeaguesSection } from '../../features/leagues/members/own-leagues-section.tsx'
import { myLeaguesQuery } from '../../features/leagues/use-leagues.ts'
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx'
import { ThemeField } from '../../theme/theme-field.tsx'
import { Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Card } from '../../ui/layout/layout.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'

// What it needs would otherwise come with every screen.
const SecuritySection = lazyPart(
  () => import('../../features/accounts/security-section.tsx'),
  'SecuritySection',
  <Skeleton label="Loading your sign-in security" rows={2} height={60} />,
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
      <OwnPeopleSection />
      <SecuritySection />
      <OwnLeaguesSection username={user.username} />
      <NotificationsSection />
      <MutesSection />
      <SubscriptionsSection />
      <ApiTokensSection leagues={leagues.map(({ name }) => name)} />
      <Card title="Appearance">
        <ThemeField />
      </Card>
    </AccountScreen>
  )
}
