import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountList } from './account-list.tsx'
import styles from './admin-forms.module.css'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { peopleQuery } from './use-people.ts'

/** Everyone who has an account, for site staff. */
export function AccountsSection({ canSetStaff }: { canSetStaff: boolean }) {
  const everyone = useQuery(peopleQuery)
  return (
    <Loaded
      query={everyone}
      errorTitle="Failed to load users"
      skeleton={<Skeleton label="Loading users" rows={4} height={52} />}
    >
      {({ persons, options }) => (
        <>
          <AccountList people={persons} canSetStaff={canSetStaff} />
          <div className={styles['apart']}>
            <h3>Reset a password</h3>
            <ResetPasswordForm people={options} />
          </div>
        </>
      )}
    </Loaded>
  )
}
