import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '../../api/api-error.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './league-forms.module.css'
import { type Member, membersQuery, useRemoveMember } from './use-league-settings.ts'

const ROLE_LABELS: Record<Member['role'], string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

/** Who is in a league, and the way out. */
export function MembersSection({ league, canRun }: { league: string; canRun: boolean }) {
  const members = useQuery({ ...membersQuery(league), enabled: canRun && league !== '' })
  const remove = useRemoveMember(league)
  if (!canRun) return <EmptyState>Only an admin of this league sees its members here.</EmptyState>
  return (
    <div className={styles['section']}>
      {remove.isError ? <Notice tone="bad">{getErrorMessage(remove.error, 'Failed')}</Notice> : null}
      {remove.isSuccess ? <Notice tone="good">{remove.data.message}</Notice> : null}
      <Loaded
        query={members}
        errorTitle="Failed to load the members"
        skeleton={<Skeleton label="Loading the members" rows={4} height={56} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState hint="Assign a user to the league.">Nobody is in this league yet.</EmptyState>
          ) : (
            <ul className={styles['list']} aria-label={`Members of ${league}`}>
              {list.map((member) => (
                <li key={member.username} className={styles['member']}>
                  <span className={styles['person']}>
                    <strong>{member.name}</strong>
                    <span className={styles['facts']}>{memberFacts(member)}</span>
                  </span>
                  <ConfirmButton
                    label={`Remove ${member.username}`}
                    question={`Remove ${member.username} from ${league}?`}
                    consequence="They see the league no longer, and nobody has their team. What they wrote stays."
                    confirmLabel="Remove"
                    disabled={remove.isPending}
                    onConfirm={() => remove.mutate(member.username)}
                  >
                    Remove
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function memberFacts({ username, name, role, team }: Member): string {
  return [ROLE_LABELS[role], ...(name === username ? [] : [username]), ...(team === null ? [] : [team])].join(
    ' · ',
  )
}
