import { OctagonAlert, ShieldCheck, TriangleAlert } from '@lucide/vue'

/** The shape of each severity: it shows the severity as well as the colour does. */
export const SEVERITY_ICONS = { neutral: ShieldCheck, amber: TriangleAlert, red: OctagonAlert } as const
