import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountList } from './account-list.tsx'
import styles from './admin-forms.module.css'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { peopleQuery } from './use-people.ts'

/** All user accounts, shown to site staff. */
export function AccountsSection({ canSetStaff }: { canSetStaff: boolean }) {
  const users = useQuery(peopleQuery)
  return (
    <Loaded
      query={users}
      errorTitle="Failed to load users"
      skeleton={<Skeleton label="Loading users" rows={4} height={52} />}
    >
      {({ people, options }) => (
        <>
          <AccountList people={people} canSetStaff={canSetStaff} />
          <div className={styles['subsection']}>
            <h3>Reset a password</h3>
            <ResetPasswordForm people={options} />
          </div>
        </>
      )}
    </Loaded>
  )
}
