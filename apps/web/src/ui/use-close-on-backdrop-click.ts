import { type RefObject, useEffect } from 'react'

/**
 * Closes a dialog by a click beside it. Its content must fill it, so that only the backdrop is the
 * dialog itself; Escape does the same by keyboard.
 */
export function useCloseOnBackdropClick(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const handleClick = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('click', handleClick)
    return () => element.removeEventListener('click', handleClick)
  }, [dialog])
}
