import { useMedia } from '../../ui/use-media.ts'

/** One column on a phone, two on a tablet, three on a laptop. */
export function useColumnCount(): number {
  const isTablet = useMedia('(min-width: 720px)')
  const isLaptop = useMedia('(min-width: 1080px)')
  return isLaptop ? 3 : isTablet ? 2 : 1
}
