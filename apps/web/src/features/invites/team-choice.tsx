import { ChevronRight, Eye } from 'lucide-react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './invites.module.css'
import type { Invite, InviteTeam } from './use-invites.ts'

type Props = {
  invite: Invite
  /** Called with the chosen team; null to join without one. */
  onChoose: (team: InviteTeam | null) => void
}

export function TeamChoice({ invite: { teams, has_claimed_teams, me }, onChoose }: Props) {
  return (
    <Stack gap={0} isDivided>
      {teams.length > 0 ? (
        <Stack as="ul" gap={0} isDivided aria-label="Teams">
          {teams.map((team) => (
            <li key={team.league_team_id}>
              <button
                type="button"
                className={`${ui.pressable} ${styles.team}`}
                onClick={() => onChoose(team)}
              >
                <Avatar name={team.name} src={team.logo} color={team.color} />
                <TeamNames team={team} />
                <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </Stack>
      ) : (
        <EmptyState
          hint={
            has_claimed_teams
              ? 'If one of them is yours, tell your commissioner.'
              : 'Your commissioner assigns yours once they are loaded.'
          }
        >
          {has_claimed_teams ? 'Every team has been claimed.' : 'There are no teams yet.'}
        </EmptyState>
      )}
      {me?.is_member === true ? null : (
        <button type="button" className={`${ui.pressable} ${styles.team}`} onClick={() => onChoose(null)}>
          <Eye size={24} aria-hidden="true" />
          <Stack as="span" gap={0}>
            <Text weight={600}>I'm just watching</Text>
            <span className={ui.note}>Join without a team.</span>
          </Stack>
          <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
        </button>
      )}
    </Stack>
  )
}

export function TeamNames({ team }: { team: InviteTeam }) {
  return (
    <Stack as="span" gap={0} className={ui.breakable}>
      <Text weight={600}>{team.name}</Text>
      <span className={ui.note}>{team.owners.join(', ') || 'No owner yet'}</span>
    </Stack>
  )
}
