import type { MouseEvent, ReactNode } from 'react'
import { changeLocation, type Location, toUrl, useLocation, useRouter } from './router.ts'

type Props = {
  /** The parts of the current location that the link changes. */
  to: Partial<Location>
  className?: string | undefined
  /** Called when the link is opened in this page. */
  onOpen?: (() => void) | undefined
  /** Names a link that has no content. */
  label?: string | undefined
  isCurrent?: boolean
  role?: 'menuitem' | undefined
  children?: ReactNode
}

/** A link to another location. Opening it in a new tab works as with any link. */
export function Link({ to, className, onOpen, label, isCurrent = false, role, children }: Props) {
  const router = useRouter()
  const location = useLocation()

  function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen?.()
    router.navigate(to)
  }

  return (
    <a
      className={className}
      role={role}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      href={toUrl(changeLocation(location, to))}
      onClick={handleClick}
    >
      {children}
    </a>
  )
}
