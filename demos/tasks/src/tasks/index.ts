import { alertDialog } from './alert.ts';
import { antdCascader } from './antd-cascader.ts';
import { antdDatePicker } from './antd-date-picker.ts';
import { antdMenu } from './antd-menu.ts';
import { antdModal } from './antd-modal.ts';
import { antdMultiSelect } from './antd-multi-select.ts';
import { antdRowAction } from './antd-row-action.ts';
import { antdSelect } from './antd-select.ts';
import { antdSwitch } from './antd-switch.ts';
import { antdTable } from './antd-table.ts';
import { canvas } from './canvas.ts';
import { closedShadow } from './closed-shadow.ts';
import { confirmDialog } from './confirm.ts';
import { contenteditable } from './contenteditable.ts';
import { displayContents } from './display-contents.ts';
import { divListener } from './div-listener.ts';
import { download } from './download.ts';
import { dropZone } from './drop-zone.ts';
import { flatpickr } from './flatpickr.ts';
import { foreignFrame } from './foreign-frame.ts';
import { frame } from './frame.ts';
import { hoverMenu } from './hover-menu.ts';
import { htmlDrag } from './html-drag.ts';
import { iconButtons } from './icon-buttons.ts';
import { infiniteScroll } from './infinite-scroll.ts';
import { lateContent } from './late-content.ts';
import { muiAutocomplete } from './mui-autocomplete.ts';
import { muiDialog } from './mui-dialog.ts';
import { muiMenu } from './mui-menu.ts';
import { muiSelect } from './mui-select.ts';
import { muiSlider } from './mui-slider.ts';
import { muiTabs } from './mui-tabs.ts';
import { nativeColour } from './native-colour.ts';
import { nativeDate } from './native-date.ts';
import { nativeRange } from './native-range.ts';
import { nativeSelect } from './native-select.ts';
import { newTab } from './new-tab.ts';
import { openShadow } from './open-shadow.ts';
import { promptDialog } from './prompt.ts';
import { prosemirror } from './prosemirror.ts';
import { quill } from './quill.ts';
import { shoelaceCheckbox } from './shoelace-checkbox.ts';
import { shoelaceDialog } from './shoelace-dialog.ts';
import { shoelaceDropdown } from './shoelace-dropdown.ts';
import { shoelaceSelect } from './shoelace-select.ts';
import { slowPage } from './slow-page.ts';
import { sortable } from './sortable.ts';
import { spaRoute } from './spa-route.ts';
import { todoAdd } from './todo-add.ts';
import { todoComplete } from './todo-complete.ts';
import { todoDelete } from './todo-delete.ts';
import { todoEdit } from './todo-edit.ts';
import { todoFilter } from './todo-filter.ts';
import { uploadButton } from './upload-button.ts';
import { wholeForm } from './whole-form.ts';

/** What agents are asked to do, by kind of page. */
export const tasks = [
  todoAdd,
  todoComplete,
  todoEdit,
  todoDelete,
  todoFilter,
  antdSelect,
  antdMultiSelect,
  antdDatePicker,
  antdCascader,
  antdMenu,
  antdModal,
  antdTable,
  antdSwitch,
  antdRowAction,
  muiSelect,
  muiAutocomplete,
  muiMenu,
  muiSlider,
  muiDialog,
  muiTabs,
  shoelaceSelect,
  shoelaceCheckbox,
  shoelaceDropdown,
  shoelaceDialog,
  sortable,
  htmlDrag,
  flatpickr,
  quill,
  prosemirror,
  contenteditable,
  uploadButton,
  dropZone,
  download,
  frame,
  foreignFrame,
  openShadow,
  closedShadow,
  alertDialog,
  confirmDialog,
  promptDialog,
  slowPage,
  lateContent,
  infiniteScroll,
  hoverMenu,
  canvas,
  displayContents,
  iconButtons,
  divListener,
  nativeSelect,
  nativeDate,
  nativeColour,
  nativeRange,
  wholeForm,
  newTab,
  spaRoute,
] as const;
