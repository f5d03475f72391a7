import { useQuery } from '@tanstack/react-query'
import { EmptyState, Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { ListItem, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { ROLE_NAMES } from '../use-leagues.ts'
import { type Member, membersQuery, useRemoveMember } from './use-members.ts'

export function MembersSection({ league, canManage }: { league: string; canManage: boolean }) {
  const members = useQuery({ ...membersQuery(league), enabled: canManage && league !== '' })
  const remove = useRemoveMember(league)
  if (!canManage) return <EmptyState>Only league admins can see the members.</EmptyState>
  return (
    <Stack>
      <MutationNotice mutation={remove} fallback="Failed" />
      <Loaded query={members} name="members" rows={4} height={56}>
        {(leagueMembers) =>
          leagueMembers.length === 0 ? (
            <EmptyState hint="Assign a user to the league.">No members yet.</EmptyState>
          ) : (
            <ul aria-label={`Members of ${league}`}>
              {leagueMembers.map((member) => (
                <ListItem
                  key={member.username}
                  title={member.name}
                  actions={
                    <ConfirmButton
                      label={`Remove ${member.username}`}
                      question={`Remove ${member.name} from ${league}?`}
                      consequence="They'll lose access and their team will be unassigned. Their posts stay."
                      confirmLabel="Remove"
                      disabled={remove.isPending}
                      onConfirm={() => remove.mutate(member.username)}
                    />
                  }
                >
                  <p className={ui.note}>{memberDetails(member)}</p>
                </ListItem>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Stack>
  )
}

function memberDetails({ username, name, role, team }: Member): string {
  return [ROLE_NAMES[role], name === username ? null : username, team].filter(Boolean).join(' · ')
}
