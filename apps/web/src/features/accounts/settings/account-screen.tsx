import type { ReactNode } from 'react'
import type { User } from '../session.ts'
import styles from './account-screen.module.css'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions-section.tsx'

type Props = {
  user: User
  /** More settings, shown above the sessions. */
  children?: ReactNode
}

export function AccountScreen({ user, children }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <h1>Your account</h1>
        <p className={styles.subtitle}>Signed in as {user.username}</p>
      </header>
      <div className={styles.sections}>
        <ProfileForm user={user} />
        <PasswordForm username={user.username} />
        {children}
        <SessionsSection />
      </div>
    </div>
  )
}
