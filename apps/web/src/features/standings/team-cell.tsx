import type { ReactNode } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import ui from '../../ui/ui.module.css'
import styles from './team-cell.module.css'

type Props = { name: string; logo: string | null; children?: ReactNode }

/** A team's logo and name, with an optional second line below. */
export function TeamCell({ name, logo, children }: Props) {
  return (
    <span className={styles.team}>
      <Avatar name={name} src={logo} />
      <span className={styles.text}>
        <span className={`${ui.twoLines} ${styles.name}`}>{name}</span>
        {children}
      </span>
    </span>
  )
}
