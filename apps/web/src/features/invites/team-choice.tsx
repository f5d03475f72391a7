import { ChevronRight, Eye } from 'lucide-react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import ui from '../../ui/ui.module.css'
import styles from './team-choice.module.css'
import type { Invite, InviteTeam } from './use-invites.ts'

type Props = {
  invite: Invite
  /** Called with the chosen team; null to join without one. */
  onChoose: (team: InviteTeam | null) => void
}

/** The teams that nobody has claimed, each with its owners, and joining without a team. */
export function TeamChoice({ invite: { teams, has_claimed_teams, me }, onChoose }: Props) {
  return (
    <div>
      {teams.length > 0 ? (
        <ul className={ui.divided} aria-label="Teams">
          {teams.map((team) => (
            <li key={team.league_team_id}>
              <button type="button" className={styles.team} onClick={() => onChoose(team)}>
                <Avatar name={team.name} src={team.logo} color={team.color} />
                <TeamNames team={team} />
                <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
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
        <button type="button" className={`${styles.team} ${styles.watching}`} onClick={() => onChoose(null)}>
          <Eye className={styles.eye} size={24} aria-hidden="true" />
          <span>
            <span className={styles.name}>I'm just watching</span>
            <span className={ui.note}>Join without a team.</span>
          </span>
          <ChevronRight className={ui.muted} size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** The name of a team and its owners. */
export function TeamNames({ team }: { team: InviteTeam }) {
  return (
    <span className={ui.breakable}>
      <span className={styles.name}>{team.name}</span>
      <span className={ui.note}>{team.owners.join(', ') || 'No owner yet'}</span>
    </span>
  )
}
