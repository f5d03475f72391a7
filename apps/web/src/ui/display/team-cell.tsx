import type { ReactNode } from 'react'
import type { Standing } from '../../api/league-queries.ts'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/location.ts'
import ui from '../ui.module.css'
import { Avatar } from './avatar.tsx'
import styles from './team-cell.module.css'

type Props = {
  team: Pick<Standing, 'name' | 'logo' | 'color'>
  /** The team's page; without it, the name is not a link. */
  to?: Partial<Location>
  children?: ReactNode
}

/** A team's logo and name, with an optional second line below. */
export function TeamCell({ team: { name, logo, color }, to, children }: Props) {
  return (
    <span className={styles.team}>
      <Avatar name={name} src={logo} color={color} />
      <span className={styles.text}>
        <span className={`${ui.twoLines} ${styles.name}`}>
          {to === undefined ? name : <Link to={to}>{name}</Link>}
        </span>
        {children}
      </span>
    </span>
  )
}
