import type { pnlCurve as english } from '../../en/window/pnl-curve.ts'

export const pnlCurve: Readonly<Record<keyof typeof english, string>> = {
  'pnlCurve.title': '盈亏曲线',
  'pnlCurve.chart': '盈亏曲线。{finding}',
  'pnlCurve.axis': '盈亏，{coin}：+ 为盈，− 为亏',
  'pnlCurve.lane': '强平',
  'pnlCurve.ignoring': '不计强平',
  'pnlCurve.at': '{shock}：{pnl}',
  'pnlCurve.worstAt': '最差 {pnl}，在 {shock}',

  'pnlCurve.usual': '{move}：{fall} {coin}；{shock}：{rise} {coin}。',
  'pnlCurve.tried': '{move}：{pnl} {coin}。',
  'pnlCurve.worst': '{from} 至 {to} 之间最差：在 {shock} 为 {pnl} {coin}。',
  'pnlCurve.noLoss': '{from} 至 {to} 之间没有亏损。',
  'pnlCurve.flat': '{move}，都不会带来盈亏。',
  'pnlCurve.unknown': '价格变动会带来多少盈亏，尚不清楚。未计入：{names}。',
  'pnlCurve.ignored': '不计强平：{names} 在何处强平尚不清楚。',

  'pnlCurve.caption': '{move}带来的盈亏',
  'pnlCurve.column.left': '盈亏，计入强平（{coin}）',
  'pnlCurve.column.ignoring': '盈亏，不计强平（{coin}）',
  'pnlCurve.event': '试算',
}
