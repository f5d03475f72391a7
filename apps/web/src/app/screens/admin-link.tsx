import { ChevronRight } from 'lucide-react'
import { Link } from '../../router/link.tsx'
import { Fill } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type AdminSection, sectionLocation } from './admin-index.ts'
import styles from './admin-screen.module.css'

type Props = {
  section: AdminSection
  /** '' without one. */
  league: string
  onOpen?: () => void
}

export function AdminLink({ section, league, ...rest }: Props) {
  return (
    <Link {...rest} to={sectionLocation(section, league)} className={`${ui.pressable} ${styles.link}`}>
      <Fill>
        <div className={ui.strong}>{section.title}</div>
        <div className={ui.note}>{section.line}</div>
      </Fill>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  )
}
