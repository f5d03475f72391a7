import { Avatar } from '../../ui/display/avatar.tsx'
import type { InsightTeam } from './insight-view.tsx'
import styles from './team-label.module.css'

/** A team's logo and name on one line, cut off if it is long. */
export function TeamLabel({ team: { name, logo, color, is_mine: isMine } }: { team: InsightTeam }) {
  return (
    <span className={styles.label} data-mine={isMine || undefined} title={name}>
      <Avatar name={name} src={logo} color={color} size="xs" />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
