import { Suspense } from 'react'
import { LinkedAccountsSection } from '../../features/accounts/oidc/linked-accounts-section.tsx'
import type { User } from '../../features/accounts/session.ts'
import { AccountScreen } from '../../features/accounts/settings/account-screen.tsx'
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'

const SecuritySection = lazyNamed(
  () => import('../../features/accounts/security/security-section.tsx'),
  'SecuritySection',
)

type Props = { user: User }

export function AccountPage({ user }: Props) {
  return (
    <AccountScreen user={user}>
      <LinkedAccountsSection />
      <Suspense fallback={<Skeleton label="Loading your sign-in security" rows={2} height={60} />}>
        <SecuritySection />
      </Suspense>
      <NotificationsSection />
    </AccountScreen>
  )
}
