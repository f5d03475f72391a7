import type { User } from '../../features/accounts/session.ts'
import { AccountScreen } from '../../features/accounts/settings/account-screen.tsx'
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx'

type Props = { user: User }

export function AccountPage({ user }: Props) {
  return (
    <AccountScreen user={user}>
      <NotificationsSection />
    </AccountScreen>
  )
}
