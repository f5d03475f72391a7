import { type ReactNode, useEffect, useRef } from 'react'
import styles from './drawer.module.css'

type Props = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/**
 * A panel at the left over the dimmed page. The native dialog keeps the focus inside, makes
 * the page behind inert, closes on Escape and gives the focus back.
 */
export function Drawer({ label, isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    // Only the backdrop is the dialog itself; its content fills the rest.
    const closeOnBackdrop = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('click', closeOnBackdrop)
    return () => element.removeEventListener('click', closeOnBackdrop)
  }, [])

  return (
    <dialog ref={dialog} className={styles['drawer']} aria-label={label} onClose={onClose}>
      <div className={styles['content']}>{isOpen ? children : null}</div>
    </dialog>
  )
}
