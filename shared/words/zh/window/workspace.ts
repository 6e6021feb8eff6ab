import type { workspace as english } from '../../en/window/workspace.ts'

export const workspace: Readonly<Record<keyof typeof english, string>> = {
  'workspace.unlock': '调整布局',
  'workspace.lock': '完成',
  'workspace.arrangeHint': '添加、移动面板并调整大小（{key}）。在此之前面板不会移动。',
  'workspace.add': '添加面板',
  'workspace.resetHint': '恢复默认布局（{key}）',
  'workspace.wasReset': '已恢复默认布局。',
  'workspace.undo': '撤销',
  'workspace.how': '拖动面板名称可移动，拖动右下角可调整大小；也可在这两处使用方向键（按住 Shift 调整大小）。',
  'workspace.narrow': '窗口太窄，无法分栏：面板依次排列。',
  'workspace.move': '移动“{title}”',
  'workspace.moveHint': '拖动，或使用方向键；按住 Shift 调整大小',
  'workspace.size': '调整“{title}”的大小',
  'workspace.sizeHint': '拖动，或使用方向键',
  'workspace.remove': '移除“{title}”',
  'workspace.at': '{title}：第 {column} 列（共 {columns} 列），第 {row} 行；宽 {w}，高 {h}',
  'workspace.empty': '没有面板。请点按“调整布局”，然后添加。',
  'workspace.damaged': '无法读取您的布局，现使用默认布局。',
  'workspace.newer': '您的布局由更新版本的 Plimsoll 保存，现使用默认布局。',
}
