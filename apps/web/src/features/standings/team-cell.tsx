import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/location.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import ui from '../../ui/ui.module.css'
import styles from './team-cell.module.css'

type Props = {
  name: string
  logo: string | null
  /** The team's page; without it, the name is not a link. */
  to?: Partial<Location>
  children?: ReactNode
}

/** A team's logo and name, with an optional second line below. */
export function TeamCell({ name, logo, to, children }: Props) {
  return (
    <span className={styles.team}>
      <Avatar name={name} src={logo} />
      <span className={styles.text}>
        <span className={`${ui.twoLines} ${styles.name}`}>
          {to === undefined ? name : <Link to={to}>{name}</Link>}
        </span>
        {children}
      </span>
    </span>
  )
}
