import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/location.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import ui from '../../ui/ui.module.css'
import styles from './team-cell.module.css'
import type { Standing } from './use-standings.ts'

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
